import { sql, type Kysely } from 'kysely';
import type { Column } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';

/**
 * Columns of records that can have due items; deleted records are kept, since they can be restored. `stato` repeats fields of the registers'
 * tables, since these are rebuilt alone and may be ahead of this projection or behind it.
 */
export const RECORD_COLUMNS: readonly Column[] = [
  { name: 'soggetto', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'stato', type: 'jsonb' },
  { name: 'visibile', type: 'boolean' },
  { name: 'nome', type: 'text' },
  { name: 'ricerca', type: 'text' },
  { name: 'utente', type: 'text' },
  { name: 'responsabile', type: 'text' },
  { name: 'tipologia', type: 'text' },
  { name: 'mansione', type: 'bigint' },
  { name: 'extra_ue', type: 'boolean' },
  { name: 'cantiere', type: 'text' },
  { name: 'aperto_fino', type: 'date' },
  { name: 'presenti', type: 'jsonb' },
  { name: 'catene', type: 'jsonb' },
];

/** Columns of the due dates of the board's records. */
export const DUE_COLUMNS: readonly Column[] = [
  { name: 'soggetto', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'tipo', type: 'text' },
  { name: 'scadenza', type: 'date' },
  { name: 'file', type: 'boolean' },
  { name: 'aggiunto', type: 'boolean' },
  { name: 'aperto_fino', type: 'date' },
  { name: 'utente', type: 'text' },
];

/** Columns of documents valid from one day to the day before another; only those that the present fields of the record do not reproduce. */
export const PAST_COLUMNS: readonly Column[] = [
  { name: 'soggetto', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'tipo', type: 'text' },
  { name: 'da', type: 'date' },
  { name: 'a', type: 'date' },
  { name: 'scadenza', type: 'date' },
  { name: 'file', type: 'boolean' },
  { name: 'aggiunto', type: 'boolean' },
  { name: 'utente', type: 'text' },
  { name: 'aperto_fino', type: 'date' },
];

/** Columns of the last mark as seen, per due item. */
export const SEEN_COLUMNS: readonly Column[] = [
  { name: 'soggetto', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'tipo', type: 'text' },
  { name: 'voce', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'riferimento', type: 'text' },
  { name: 'fino', type: 'date' },
  { name: 'utente', type: 'text' },
];

const columns = (list: readonly Column[]) => sql.join(list.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`));

export async function createBoard(db: Kysely<ReadDatabase>): Promise<void> {
  await sql`create table scadenzario_record (${columns(RECORD_COLUMNS)}, primary key (soggetto, id))`.execute(db);
  await sql`create table scadenzario_date (${columns(DUE_COLUMNS)}, primary key (soggetto, id, tipo))`.execute(db);
  // index in the order of the screen
  await sql`create index scadenzario_date_scadenza on scadenzario_date (scadenza, soggetto collate "C", id collate "C", tipo collate "C")`.execute(
    db,
  );
  await sql`create table scadenzario_catena (${columns(PAST_COLUMNS)}, primary key (soggetto, id, tipo, da))`.execute(db);
  await sql`create table scadenzario_visti (${columns(SEEN_COLUMNS)}, primary key (soggetto, id, tipo, voce))`.execute(db);
}
