import { sql, type Kysely } from 'kysely';
import type { Column } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';

/** Columns of records that can have due items; deleted records are kept, since they can be restored. */
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

/** Columns of hour readings from maintenance and excise records. */
export const READING_COLUMNS: readonly Column[] = [
  { name: 'tabella', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'esiste', type: 'boolean' },
  { name: 'matricola', type: 'text' },
  { name: 'data', type: 'date' },
  { name: 'ore', type: 'numeric' },
];

/** Columns of a machine's hours per day over the ninety days before its last reading. */
export const PACE_COLUMNS: readonly Column[] = [
  { name: 'matricola', type: 'text' },
  { name: 'ultima', type: 'date' },
  { name: 'ore_giorno', type: 'numeric' },
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

export async function createPace(db: Kysely<ReadDatabase>): Promise<void> {
  await sql`create table scadenzario_letture (${columns(READING_COLUMNS)}, primary key (tabella, id))`.execute(db);
  await sql`create index scadenzario_letture_matricola on scadenzario_letture (matricola, data)`.execute(db);
  await sql`create table scadenzario_medie (${columns(PACE_COLUMNS)}, primary key (matricola))`.execute(db);
}
