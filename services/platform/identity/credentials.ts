import type { Kysely, Transaction } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

/** The stored hash of a user; `null` where there are no credentials (that user cannot log in). */
export async function hashOf(db: Db, memberID: string): Promise<string | null> {
  const row = await db.withSchema('public').selectFrom('credenziali').select('hash').where('member_id', '=', memberID).executeTakeFirst();
  return row?.hash ?? null;
}

export async function credentialsExist(db: Db): Promise<boolean> {
  return (await db.withSchema('public').selectFrom('credenziali').select('member_id').limit(1).executeTakeFirst()) !== undefined;
}

/** First credentials of a new user; false when there are some, which stay: a repeated creation resets nothing. */
export async function createCredentials(db: Db, memberID: string, hash: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.withSchema('public').insertInto('credenziali').values({ member_id: memberID, hash })
    .onConflict((c) => c.column('member_id').doNothing()).executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The new password, and the end of every session: those of a login in flight included. */
export async function changeCredentials(tx: Transaction<WriteDatabase>, memberID: string, hash: string, now: Date): Promise<void> {
  await tx.withSchema('public').insertInto('credenziali').values({ member_id: memberID, hash, modificata: now })
    .onConflict((c) => c.column('member_id').doUpdateSet({ hash, modificata: now })).execute();
  await closeSessionsOf(tx, memberID);
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
