import type { AccessKind, DataKind } from '#contracts/core/access-kinds.ts';
import type { Request } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import type { Context, Dependencies } from '../module.ts';

type Deps = Pick<Dependencies, 'writeDb' | 'clock' | 'log'>;

export interface AccessEntry {
  tipo: AccessKind;
  /** User name, as it was typed where nobody signed in. */
  utente: string | null;
  indirizzo: string | null;
  /** Method and path as they are written in the code: they name no record. */
  cosa: string;
  /** User whom the entry concerns, if another one than the author. */
  riguarda?: string;
}

const LONGEST_NAME = 100;
/** A hundred matricole are told one by one. */
const LONGEST_WHAT = 2000;

/** Notes who came in, who was refused. A table that cannot be written keeps nobody from working. */
export async function recordAccess(deps: Deps, { tipo, utente, indirizzo, cosa, riguarda }: AccessEntry): Promise<void> {
  // the operator's log tells of it without naming anybody
  deps.log.info({ kind: tipo, what: cosa }, 'access');
  await insert(deps, {
    tipo,
    utente,
    indirizzo,
    cosa: riguarda === undefined ? cosa : `${cosa}: ${riguarda}`,
    quanti: null,
    comando: null,
  });
}

/** Something that goes out of the portal, or is taken away in it. */
export interface Taking {
  tipo: DataKind;
  /** In Italian, with the records by their keys: "Zip allegati, 2 lavoratori: 12, 31". */
  cosa: string;
  /** Documents, rows or cards; `null` where it is no number of things. */
  quanti: number | null;
}

/** Person, address and command id of a download; a repeated request is recorded once. */
export interface Taker {
  utente: string;
  indirizzo: string | null;
  commandId: string;
}

const MINUTE = 60_000;

/** The id under which a reading is told: one content, whole or by parts (`Range`), is told once a minute. */
export const readingId = (utente: string, content: string, now: Date): string =>
  `${utente}/${content}/${Math.floor(now.getTime() / MINUTE)}`;

export const takerOf = (req: Request, { identity, commandId }: Context): Taker => {
  if (!identity) throw new DomainError('SESSIONE_ASSENTE');
  return { utente: identity.memberID, indirizzo: req.ip ?? null, commandId };
};

/**
 * Notes who takes what, before it is handed out. Throws NON_DISPONIBILE where that cannot be written:
 * nothing leaves the portal without its trace.
 */
export async function recordTaking(deps: Deps, { utente, indirizzo, commandId }: Taker, { tipo, cosa, quanti }: Taking): Promise<void> {
  deps.log.info({ kind: tipo, count: quanti }, 'data taken');
  const written = await insert(deps, { tipo, utente, indirizzo, cosa, quanti, comando: `${commandId}/${tipo}` });
  if (!written)
    throw new DomainError('NON_DISPONIBILE', {
      message: 'Il registro degli accessi non si può scrivere ora: senza, nulla esce. Riprova tra poco.',
      retryAfter: 5,
    });
}

type Line = Omit<AccessEntry, 'riguarda'> & { quanti: number | null; comando: string | null };

async function insert({ writeDb, clock, log }: Deps, { utente, cosa, ...line }: Line): Promise<boolean> {
  try {
    await writeDb
      .withSchema('public')
      .insertInto('accessi')
      .values({ ...line, quando: clock.now(), utente: utente?.slice(0, LONGEST_NAME) ?? null, cosa: shortened(cosa) })
      .onConflict((conflict) => conflict.column('comando').doNothing())
      .execute();
    return true;
  } catch (error) {
    log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'an access was not written down');
    return false;
  }
}

const shortened = (text: string): string => (text.length <= LONGEST_WHAT ? text : `${text.slice(0, LONGEST_WHAT - 1)}…`);
