import type { Kysely } from 'kysely';
import type { WriteDatabase } from './write-tables.ts';

/** A notice for a person. */
export interface NewNotice {
  utente: string;
  commento: number;
  /** Reason: `menzione`, or `ricordami` with the day. A person has one notice for each comment and reason. */
  motivo: string;
  quando: Date;
}

/** Stores notices. A notice that already exists stays unchanged, read or not. */
export async function addNotices(db: Kysely<WriteDatabase>, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await db
    .withSchema('public')
    .insertInto('avvisi')
    .values([...notices])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks notices of a person as read or unread. Returns the number of these notices that belong to the person. */
export async function markNotices(
  db: Kysely<WriteDatabase>,
  { utente, ids, letto }: { utente: string; ids: readonly number[]; letto: 0 | 1 },
): Promise<number> {
  const { numUpdatedRows } = await db
    .withSchema('public')
    .updateTable('avvisi')
    .set(({ fn }) => ({ letto: letto === 1 ? fn.coalesce('letto', fn<Date>('now')) : null }))
    .where('utente', '=', utente)
    .where('id', 'in', ids.map(String))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
