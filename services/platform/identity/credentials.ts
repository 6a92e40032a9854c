import { foldedKey } from '#contracts/core/natural-key.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

export interface Credentials {
  hash: string;
  modificata: Date;
  /** The command that set it, where it was a change. */
  comando: string | null;
  /** When a password set by somebody else ends; `null` for one that its owner chose. */
  provvisoria: Date | null;
}

const PROVISIONAL_MS = 72 * 3_600_000;

/** The end of a password that somebody else sets now. */
export const provisionalUntil = (now: Date): Date => new Date(now.getTime() + PROVISIONAL_MS);

/** `null` where there are none: that user cannot log in. */
export async function credentialsOf(db: Db, memberID: string): Promise<Credentials | null> {
  return (
    (await db
      .withSchema('public')
      .selectFrom('credenziali')
      .select(['hash', 'modificata', 'comando', 'provvisoria'])
      .where('member_id', '=', memberID)
      .executeTakeFirst()) ?? null
  );
}

/** The stored hash of a user; `null` where there are no credentials. */
export async function hashOf(db: Db, memberID: string): Promise<string | null> {
  return (await credentialsOf(db, memberID))?.hash ?? null;
}

/**
 * The user whom a typed name means: written exactly so, else the one that it reads like (capitals,
 * an accent encoded otherwise). The name as it was typed where there is none, or more than one.
 */
export async function namedUser(db: Db, typed: string): Promise<string> {
  if (await credentialsOf(db, typed)) return typed;
  const folded = foldedKey(typed);
  const users = await db.withSchema('public').selectFrom('credenziali').select('member_id').execute();
  const [found, ...others] = users.filter(({ member_id: name }) => foldedKey(name) === folded);
  return found && others.length === 0 ? found.member_id : typed;
}

/** Whether anybody has a password that has not ended. */
export async function credentialsExist(db: Db, now: Date): Promise<boolean> {
  const usable = db
    .withSchema('public')
    .selectFrom('credenziali')
    .select('member_id')
    .where((where) => where.or([where('provvisoria', 'is', null), where('provvisoria', '>', now)]));
  return (await usable.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Stores the first credentials of a user, `provvisoria` where somebody else chose the password.
 * Returns false where the user has some, which stay: a repeated creation resets nothing. `endedBy`: a
 * provisional password that ended before that instant is replaced.
 */
export async function createCredentials(
  db: Db,
  memberID: string,
  hash: string,
  { provvisoria = null, endedBy = new Date(0) }: { provvisoria?: Date | null; endedBy?: Date } = {},
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .withSchema('public')
    .insertInto('credenziali')
    .values({ member_id: memberID, hash, provvisoria })
    .onConflict((c) => c.column('member_id').doUpdateSet({ hash, provvisoria }).where('credenziali.provvisoria', '<=', endedBy))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The new password, and the end of every session (those of a login in flight included) and of every known browser. */
export async function changeCredentials(
  tx: Transaction<WriteDatabase>,
  memberID: string,
  { hash, modificata, comando, provvisoria }: Credentials,
): Promise<void> {
  await tx
    .withSchema('public')
    .insertInto('credenziali')
    .values({ member_id: memberID, hash, modificata, comando, provvisoria })
    .onConflict((c) => c.column('member_id').doUpdateSet({ hash, modificata, comando, provvisoria }))
    .execute();
  await closeSessionsOf(tx, memberID);
  await tx.withSchema('public').deleteFrom('browser_conosciuti').where('member_id', '=', memberID).execute();
}

/** The same password under a newer algorithm, unless it was changed meanwhile. */
export async function replaceHash(db: Db, memberID: string, old: string, hash: string): Promise<void> {
  await db
    .withSchema('public')
    .updateTable('credenziali')
    .set({ hash })
    .where('member_id', '=', memberID)
    .where('hash', '=', old)
    .execute();
}

/** Wrong attempts are counted since the last change: this forgets them without one, and a provisional password begins its time again. */
export async function forgetAttempts(db: Db, memberID: string, now: Date): Promise<void> {
  await db
    .withSchema('public')
    .updateTable('credenziali')
    .set({ modificata: now, provvisoria: sql`case when provvisoria is not null then ${provisionalUntil(now)}::timestamptz end` })
    .where('member_id', '=', memberID)
    .execute();
}

/** Their sessions end with them (foreign key). */
export async function deleteCredentials(db: Db, memberID: string): Promise<void> {
  await db.withSchema('public').deleteFrom('credenziali').where('member_id', '=', memberID).execute();
}

/** Ends every session of a user; how many there were. */
export async function closeSessionsOf(db: Db, memberID: string): Promise<number> {
  const { numDeletedRows } = await db
    .withSchema('public')
    .deleteFrom('sessioni')
    .where('member_id', '=', memberID)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function closeSessionsOutsideGroup(db: Db, memberID: string, groupID: number): Promise<void> {
  await db.withSchema('public').deleteFrom('sessioni').where('member_id', '=', memberID).where('group_id', '<>', groupID).execute();
}
