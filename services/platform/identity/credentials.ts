import { foldedKey } from '#contracts/core/natural-key.ts';
import type { Kysely, Transaction } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

export interface Credentials {
  hash: string;
  modificata: Date;
  /** The command that set it, where it was a change. */
  comando: string | null;
}

/** `null` where there are none: that user cannot log in. */
export async function credentialsOf(db: Db, memberID: string): Promise<Credentials | null> {
  return (
    (await db
      .withSchema('public')
      .selectFrom('credenziali')
      .select(['hash', 'modificata', 'comando'])
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

export async function credentialsExist(db: Db): Promise<boolean> {
  return (await db.withSchema('public').selectFrom('credenziali').select('member_id').limit(1).executeTakeFirst()) !== undefined;
}

/** First credentials of a new user; false when there are some, which stay: a repeated creation resets nothing. */
export async function createCredentials(db: Db, memberID: string, hash: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .withSchema('public')
    .insertInto('credenziali')
    .values({ member_id: memberID, hash })
    .onConflict((c) => c.column('member_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The new password, and the end of every session (those of a login in flight included) and of every known browser. */
export async function changeCredentials(
  tx: Transaction<WriteDatabase>,
  memberID: string,
  { hash, modificata, comando }: Credentials,
): Promise<void> {
  await tx
    .withSchema('public')
    .insertInto('credenziali')
    .values({ member_id: memberID, hash, modificata, comando })
    .onConflict((c) => c.column('member_id').doUpdateSet({ hash, modificata, comando }))
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

/** Wrong attempts are counted since the last change: this forgets them without one. */
export async function forgetAttempts(db: Db, memberID: string, now: Date): Promise<void> {
  await db.withSchema('public').updateTable('credenziali').set({ modificata: now }).where('member_id', '=', memberID).execute();
}

/** Their sessions end with them (foreign key). */
export async function deleteCredentials(db: Db, memberID: string): Promise<void> {
  await db.withSchema('public').deleteFrom('credenziali').where('member_id', '=', memberID).execute();
}

export async function closeSessionsOf(db: Db, memberID: string): Promise<void> {
  await db.withSchema('public').deleteFrom('sessioni').where('member_id', '=', memberID).execute();
}

export async function closeSessionsOutsideGroup(db: Db, memberID: string, groupID: number): Promise<void> {
  await db.withSchema('public').deleteFrom('sessioni').where('member_id', '=', memberID).where('group_id', '<>', groupID).execute();
}
