import { hash, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Identity } from '#contracts/core/permissions.ts';
import type { Kysely, Transaction } from 'kysely';
import { readSession, type ReadSession } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies } from '../module.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { deviceName } from './device-name.ts';
import { secondFactorRule } from './passkey-site.ts';

const HOUR = 3_600_000;
const DURATION = { browser: 12 * HOUR, ricordami: 30 * 24 * HOUR };
/** Maximum number of sessions of one person; a new session replaces the oldest. */
const MAX_SESSIONS = 20;

export interface NewSession {
  memberID: string;
  groupID: number;
  ricordami: boolean;
  /** Password hash of the credentials that were just checked. */
  hash: string;
  now: Date;
}

/**
 * Creates a session and returns its token, which is stored only as a hash. Returns `null` if the credentials changed since they were
 * checked. The credentials' row is locked, so a concurrent password change also ends this session. A session ends at the latest with a
 * provisional password.
 */
export async function openSession(db: Kysely<WriteDatabase> | Transaction<WriteDatabase>, fresh: NewSession): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(fresh.now.getTime() + (fresh.ricordami ? DURATION.ricordami : DURATION.browser));
  const opened = await db
    .withSchema('public')
    .with('valide', (query) =>
      query
        .selectFrom('credenziali')
        .select(['member_id', 'provvisoria'])
        .where('member_id', '=', fresh.memberID)
        .where('hash', '=', fresh.hash)
        .forShare(),
    )
    .insertInto('sessioni')
    .columns(['token_hash', 'member_id', 'group_id', 'ricordami', 'creata', 'scade'])
    .expression(({ selectFrom }) =>
      selectFrom('valide').select(({ cast, fn, val }) => [
        val(hashToken(token)).as('token_hash'),
        'member_id',
        cast<number>(val(fresh.groupID), 'integer').as('group_id'),
        cast<boolean>(val(fresh.ricordami), 'boolean').as('ricordami'),
        cast<Date>(val(fresh.now), 'timestamptz').as('creata'),
        fn<Date>('least', [cast(val(expires), 'timestamptz'), 'provvisoria']).as('scade'),
      ]),
    )
    .returning('member_id')
    .execute();
  if (opened.length !== 1) return null;
  await db
    .withSchema('public')
    .deleteFrom('sessioni')
    .where('member_id', '=', fresh.memberID)
    .where('token_hash', 'in', ({ selectFrom }) =>
      selectFrom('sessioni')
        .select('token_hash')
        .where('member_id', '=', fresh.memberID)
        .orderBy('creata', 'desc')
        .orderBy('token_hash')
        .offset(MAX_SESSIONS),
    )
    .execute();
  return token;
}

/** Ends the session of a token and returns its user; `null` if there was none. */
export const closeSession = (db: Kysely<WriteDatabase>, token: string): Promise<string | null> => endSession(db, hashToken(token));

/** Ends the session of a token's hash, if it belongs to `memberID` or none is given. Returns its user; `null` if none ended. */
export async function endSession(db: Kysely<WriteDatabase>, tokenHash: string, memberID?: string): Promise<string | null> {
  const ended = await db
    .withSchema('public')
    .deleteFrom('sessioni')
    .where('token_hash', '=', tokenHash)
    .$if(memberID !== undefined, (of) => of.where('member_id', '=', memberID as string))
    .returning('member_id')
    .executeTakeFirst();
  return ended?.member_id ?? null;
}

/** Notes that the person of a session has proven anew who they are. */
export async function confirmSession(db: Kysely<WriteDatabase>, tokenHash: string, now: Date): Promise<void> {
  await db.withSchema('public').updateTable('sessioni').set({ confermata: now }).where('token_hash', '=', tokenHash).execute();
}

/** Returns the session of a token; `null` if it is unknown, expired or revoked. */
export async function sessionOfToken(
  { readDb, config }: Pick<Dependencies, 'readDb' | 'config'>,
  token: string,
  now: Date,
): Promise<ReadSession | null> {
  return readSession(readDb, hashToken(token), now, secondFactorRule(config));
}

export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Form of the tokens that `openSession` makes; others are not queried. */
const TOKEN = /^bearer ([\w-]{43})$/i;

/** Returns the bearer token of a request; `null` if there is none in this portal's form. */
export function tokenOf(req: Request): string | null {
  return TOKEN.exec(req.headers.authorization?.trim() ?? '')?.[1] ?? null;
}

/** Returns the digest that identifies a request's session without its token; `null` without a session. */
export function sessionId(req: Request): string | null {
  const token = tokenOf(req);
  return token === null ? null : hashToken(token);
}

/** Returns the current session of a request; `null` if there is none, or it expired or was revoked. */
export async function sessionOf(deps: Pick<Dependencies, 'readDb' | 'config' | 'clock'>, req: Request): Promise<ReadSession | null> {
  const token = tokenOf(req);
  return token === null ? null : sessionOfToken(deps, token, deps.clock.now());
}

/** Returns the person of a session, with the administrator who looks on if there is one. */
export const identityOf = ({ memberID, groupID, permessi, osservatore }: ReadSession): Identity => ({
  memberID,
  groupID,
  permessi,
  ...(osservatore !== null && { osservatore }),
});

const MINUTE = 60_000;
/** Milliseconds since the last noted use in which a person counts as active; uses are noted at most once a minute. */
const AT_WORK_MS = 2 * MINUTE;

/** Tells whether anybody but this person has used the portal in the last two minutes. */
export async function othersAtWork(db: Kysely<WriteDatabase>, memberID: string, now: Date): Promise<boolean> {
  const one = await db
    .withSchema('public')
    .selectFrom('sessioni')
    .select('member_id')
    .where('member_id', '!=', memberID)
    .where('vista', '>', new Date(now.getTime() - AT_WORK_MS))
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

/** Notes the device and address of a session, at most once a minute. Runs in the background, and only logs its errors. */
export function noteActivity(
  { writeDb, clock, log }: Pick<Dependencies, 'writeDb' | 'clock' | 'log'>,
  req: Request,
  session: ReadSession,
): void {
  const [id, now] = [sessionId(req), clock.now()];
  if (id === null || session.osservatore !== null || (session.vista && now.getTime() - session.vista.getTime() < MINUTE)) return;
  writeDb
    .withSchema('public')
    .updateTable('sessioni')
    .set({ dispositivo: deviceName(req.get('user-agent')), indirizzo: req.ip ?? null, vista: now })
    .where('token_hash', '=', id)
    .where((where) => where.or([where('vista', 'is', null), where('vista', '<', new Date(now.getTime() - MINUTE))]))
    .execute()
    .catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not written down'));
}
