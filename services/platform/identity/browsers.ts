import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { hashToken } from './sessions.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

/** A person has a few; older ones are forgotten, so that nobody fills the table by signing in. */
const KEPT = 20;

/** Has this browser signed in as this user before, since the password was last changed? */
export async function isKnownBrowser(db: Db, memberID: string, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const row = await db
    .withSchema('public')
    .selectFrom('browser_conosciuti')
    .select('member_id')
    .where('token_hash', '=', hashToken(token))
    .where('member_id', '=', memberID)
    .executeTakeFirst();
  return row !== undefined;
}

/** The browser's next token, in place of the one it signed in with: a stolen copy shows by being spent. */
export async function rememberBrowser(db: Db, memberID: string, used: string | null, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const own = db.withSchema('public');
  if (used !== null)
    await own.deleteFrom('browser_conosciuti').where('token_hash', '=', hashToken(used)).where('member_id', '=', memberID).execute();
  await own
    .insertInto('browser_conosciuti')
    .values({ token_hash: hashToken(token), member_id: memberID, usato: now })
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
        .offset(KEPT),
    )
    .execute();
  return token;
}
