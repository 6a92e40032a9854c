import type { Kysely } from 'kysely';
import type { WriteDatabase } from './write-tables.ts';

/** A notice to be shown to a person. */
export interface NewNotice {
  utente: string;
  commento: number;
  /** `menzione`, or `ricordami` with the day. A person has one notice for each comment and reason. */
  motivo: string;
  quando: Date;
}

/** Adds notices. One that exists already stays as it is, read or not. */
export async function addNotices(db: Kysely<WriteDatabase>, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await db
    .withSchema('public')
    .insertInto('avvisi')
    .values([...notices])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks notices of a person as read or unread. Returns how many of them are the person's. */
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
