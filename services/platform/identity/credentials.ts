import { foldedKey } from '#contracts/core/natural-key.ts';
import type { Kysely, Transaction } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

export interface Credentials {
  hash: string;
  modificata: Date;
  /** Id of the command that changed the password; `null` for the first one. */
  comando: string | null;
  /** Expiry of a password that another person set; `null` for one that its owner chose. */
  provvisoria: Date | null;
}

const PROVISIONAL_MS = 72 * 3_600_000;

/** Returns the expiry of a provisional password set at `now`. */
export const provisionalUntil = (now: Date): Date => new Date(now.getTime() + PROVISIONAL_MS);

/** Returns the credentials of a user; `null` if there are none, so that the user cannot log in. */
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

/** Returns the stored hash of a user; `null` without credentials. */
export async function hashOf(db: Db, memberID: string): Promise<string | null> {
  return (await credentialsOf(db, memberID))?.hash ?? null;
}

/**
 * Returns the user for a typed name: an exact match, else the only user whose name differs in case or in the encoding of accents.
 * Returns the typed name if no user or several match.
 */
export async function namedUser(db: Db, typed: string): Promise<string> {
  if (await credentialsOf(db, typed)) return typed;
  const folded = foldedKey(typed);
  const users = await db.withSchema('public').selectFrom('credenziali').select('member_id').execute();
  const [found, ...others] = users.filter(({ member_id: name }) => foldedKey(name) === folded);
  return found && others.length === 0 ? found.member_id : typed;
}

/** Tells whether any user has a password that has not expired. */
export async function credentialsExist(db: Db, now: Date): Promise<boolean> {
  const usable = db
    .withSchema('public')
    .selectFrom('credenziali')
    .select('member_id')
    .where((where) => where.or([where('provvisoria', 'is', null), where('provvisoria', '>', now)]));
  return (await usable.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Stores the first credentials of a user; `provvisoria` is the expiry of a password that another person chose. Existing credentials
 * stay, and the function returns false. Only a provisional password that expired by `endedBy` is replaced.
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

/** Stores a new password, and ends every session and known browser of the user, also a session of a login in progress. */
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
  // they stay as seen ones, which must prove themselves anew
  await tx
    .withSchema('public')
    .updateTable('browser_conosciuti')
    .set({ valido: false, secondo_fattore: null })
    .where('member_id', '=', memberID)
    .execute();
}

/** Replaces the hash of an unchanged password by one of a newer algorithm. Does nothing if the password changed meanwhile. */
export async function replaceHash(db: Db, memberID: string, old: string, hash: string): Promise<void> {
  await db
    .withSchema('public')
    .updateTable('credenziali')
    .set({ hash })
    .where('member_id', '=', memberID)
    .where('hash', '=', old)
    .execute();
}

/**
 * Resets the count of wrong attempts, which starts at `modificata`, without changing the password. The validity of a provisional
 * password starts again.
 */
export async function forgetAttempts(db: Db, memberID: string, now: Date): Promise<void> {
  await db
    .withSchema('public')
    .updateTable('credenziali')
    .set(({ case: when, cast, val }) => ({
      modificata: now,
      provvisoria: when()
        .when('provvisoria', 'is not', null)
        .then(cast<Date>(val(provisionalUntil(now)), 'timestamptz'))
        .end(),
    }))
    .where('member_id', '=', memberID)
    .execute();
}

/** Deletes the credentials of a user. A foreign key deletes the sessions too. */
export async function deleteCredentials(db: Db, memberID: string): Promise<void> {
  await db.withSchema('public').deleteFrom('credenziali').where('member_id', '=', memberID).execute();
}

/** Ends every session of a user and returns their number. */
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
