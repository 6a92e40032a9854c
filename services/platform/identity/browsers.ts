import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { hashToken } from './sessions.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

/** Maximum number of known browsers of one person. The oldest are deleted, so that nobody fills the table by signing in. */
const MAX_BROWSERS = 20;

/** A browser that signed in as a user before. */
export interface SeenBrowser {
  /** The password has not changed since. */
  valido: boolean;
  /** Time of its last code of the second factor with Ricordami. */
  secondo_fattore: Date | null;
}

/** Returns the browser of a token that signed in as this user before; `null` for any other. */
export async function seenBrowser(db: Db, memberID: string, token: string | null): Promise<SeenBrowser | null> {
  if (token === null) return null;
  const row = await db
    .withSchema('public')
    .selectFrom('browser_conosciuti')
    .select(['valido', 'secondo_fattore'])
    .where('token_hash', '=', hashToken(token))
    .where('member_id', '=', memberID)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the token among these with which the browser signed in as this user before; `null` if there is none. */
export async function tokenOfBrowser(db: Db, memberID: string, tokens: readonly string[]): Promise<string | null> {
  const hashes = new Map(tokens.map((token) => [hashToken(token), token]));
  const row = await db
    .withSchema('public')
    .selectFrom('browser_conosciuti')
    .select('token_hash')
    .where('token_hash', '=', ({ fn, val }) => fn.any(val([...hashes.keys()])))
    .where('member_id', '=', memberID)
    .executeTakeFirst();
  return (row && hashes.get(row.token_hash)) ?? null;
}

/** Tells whether the browser of a token signed in as this user since the password was last changed. */
export const isKnownBrowser = async (db: Db, memberID: string, token: string | null): Promise<boolean> =>
  (await seenBrowser(db, memberID, token))?.valido === true;

/** Replaces the token with which a browser signed in by a new one. A stolen copy of the token is then refused, which shows the theft. */
export async function rememberBrowser(
  db: Db,
  { memberID, used, now, trusted }: { memberID: string; used: string | null; now: Date; trusted: Date | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const own = db.withSchema('public');
  if (used !== null)
    await own.deleteFrom('browser_conosciuti').where('token_hash', '=', hashToken(used)).where('member_id', '=', memberID).execute();
  await own
    .insertInto('browser_conosciuti')
    .values({ token_hash: hashToken(token), member_id: memberID, usato: now, secondo_fattore: trusted })
    .execute();
  await db
    .withSchema('public')
    .deleteFrom('browser_conosciuti')
    .where('member_id', '=', memberID)
    .where('token_hash', 'in', ({ selectFrom }) =>
      selectFrom('browser_conosciuti')
        .select('token_hash')
        .where('member_id', '=', memberID)
        .orderBy('usato', 'desc')
        .orderBy('token_hash')
        .offset(MAX_BROWSERS),
    )
    .execute();
  return token;
}
