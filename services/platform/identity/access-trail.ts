import type { AccessKind, DataKind } from '#contracts/core/access-kinds.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { Request } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import type { Context, Dependencies } from '../module.ts';

type Deps = Pick<Dependencies, 'writeDb' | 'clock' | 'log'>;

export interface AccessEntry {
  tipo: AccessKind;
  /** User name; for a failed sign-in, the name as typed. */
  utente: string | null;
  indirizzo: string | null;
  /** Method and path pattern of the route, without record keys. */
  cosa: string;
  /** User whom the entry concerns, if another one than the author. */
  riguarda?: string;
}

const LONGEST_NAME = 100;
/** Maximum length of a description, enough to list a hundred matricole. */
const LONGEST_WHAT = 2000;

/** Records a sign-in or a refusal. A failure to write is only logged, so that people can go on working. */
export async function recordAccess(deps: Deps, { tipo, utente, indirizzo, cosa, riguarda }: AccessEntry): Promise<void> {
  // the operator's log gets no personal data
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

/** Returns the name of a person in the trail: "admin come capo" for an administrator who sees the portal as another user. */
export const nameInTrail = ({ memberID, osservatore }: Pick<Identity, 'memberID' | 'osservatore'>): string =>
  osservatore === undefined ? memberID : `${osservatore} come ${memberID}`;

/** Data that a person downloads, exports or deletes. */
export interface Taking {
  tipo: DataKind;
  /** Italian description with the keys of the records: "Zip allegati, 2 lavoratori: 12, 31". */
  cosa: string;
  /** Number of documents, rows or cards; `null` if a count makes no sense. */
  quanti: number | null;
}

/** Person, address and command id of a download; a repeated request is recorded once. */
export interface Taker {
  utente: string;
  indirizzo: string | null;
  commandId: string;
}

const MINUTE = 60_000;

/** Returns the id of a reading. Requests for one content, also in parts (`Range`), share an id for a minute and are recorded once. */
export const readingId = (utente: string, content: string, now: Date): string =>
  `${utente}/${content}/${Math.floor(now.getTime() / MINUTE)}`;

export const takerOf = (req: Request, { identity, commandId }: Context): Taker => {
  if (!identity) throw new DomainError('SESSIONE_ASSENTE');
  return { utente: nameInTrail(identity), indirizzo: req.ip ?? null, commandId };
};

/**
 * Records a download or export before the data are sent. Throws NON_DISPONIBILE if the record cannot be written, so that no data leave the
 * portal unrecorded.
 */
export async function recordTaking(deps: Deps, { utente, indirizzo, commandId }: Taker, { tipo, cosa, quanti }: Taking): Promise<void> {
  deps.log.info({ kind: tipo, count: quanti }, 'data taken');
  const written = await insert(deps, { tipo, utente, indirizzo, cosa, quanti, comando: `${commandId}/${tipo}` });
  if (!written) throw notWritten();
}

/**
 * Records the beginning or the end of seeing the portal as another user, once for each `id` and `cosa`. Throws NON_DISPONIBILE if the record
 * cannot be written.
 */
export async function recordObservation(
  deps: Deps,
  { id, ...line }: { id: string; utente: string; indirizzo: string | null; cosa: string },
): Promise<void> {
  const written = await insert(deps, { ...line, tipo: 'vedi-come', quanti: null, comando: `vedi-come/${id}/${line.cosa}` });
  if (!written) throw notWritten();
}

const notWritten = () =>
  new DomainError('NON_DISPONIBILE', {
    message: 'Il registro degli accessi non si può scrivere ora: senza, nulla esce. Riprova tra poco.',
    retryAfter: 5,
  });

type Line = Omit<AccessEntry, 'riguarda'> & { quanti: number | null; comando: string | null };

async function insert({ writeDb, clock, log }: Deps, { utente, cosa, ...line }: Line): Promise<boolean> {
  try {
    await writeDb
      .withSchema('public')
      .insertInto('accessi')
      .values({ ...line, quando: clock.now(), utente: utente?.slice(0, LONGEST_NAME) ?? null, cosa: shorten(cosa) })
      .onConflict((conflict) => conflict.column('comando').doNothing())
      .execute();
    return true;
  } catch (error) {
    log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'an access was not written down');
    return false;
  }
}

const shorten = (text: string): string => (text.length <= LONGEST_WHAT ? text : `${text.slice(0, LONGEST_WHAT - 1)}…`);
