import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { hashToken } from './sessions.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

const TOKEN = /^[\w-]{43}$/;

/** Lifetime of a calendar address: one year. */
const LIFE_MS = 365 * 86_400_000;

const oldest = (now: Date): Date => new Date(now.getTime() - LIFE_MS);

/** Creates a new token of a person's calendar, 256 random bits, stored only as a hash. The token before it ends. */
export async function newCalendar(db: Db, memberID: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = { token_hash: hashToken(token), creato: now };
  await db
    .withSchema('public')
    .insertInto('calendari')
    .values({ member_id: memberID, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute();
  return token;
}

/** Ends a person's calendar address; returns false if there was none. */
export async function endCalendar(db: Db, memberID: string): Promise<boolean> {
  const { numDeletedRows } = await db.withSchema('public').deleteFrom('calendari').where('member_id', '=', memberID).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the time at which the person's valid address was made; null without one. */
export async function calendarSince(db: Db, memberID: string, now: Date): Promise<Date | null> {
  const row = await db
    .withSchema('public')
    .selectFrom('calendari')
    .select('creato')
    .where('member_id', '=', memberID)
    .where('creato', '>', oldest(now))
    .executeTakeFirst();
  return row?.creato ?? null;
}

/** Returns the owner of the calendar with a token; `null` if unknown or ended. Malformed tokens are not queried. */
export async function ownerOfCalendar(db: Db, token: string, now: Date): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  const row = await db
    .withSchema('public')
    .selectFrom('calendari')
    .select('member_id')
    .where('token_hash', '=', hashToken(token))
    .where('creato', '>', oldest(now))
    .executeTakeFirst();
  return row?.member_id ?? null;
}
