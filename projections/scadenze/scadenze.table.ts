import { sql, type Kysely } from 'kysely';
import type { Column } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';

/**
 * Columns of machines, plan rows, maintenance and excise records, with only the values that deadlines and hours per day need. The registers'
 * tables hold the same values, but are rebuilt alone and may be ahead of this projection or behind it.
 */
export const SOURCES_COLUMNS: readonly Column[] = [
  { name: 'tabella', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'esiste', type: 'boolean' },
  { name: 'matricola', type: 'text' },
  { name: 'data', type: 'date' },
  { name: 'ore', type: 'numeric' },
  { name: 'valori', type: 'jsonb' },
];

/** Columns of the items of maintenance records, one row per item. */
export const ENTRY_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'bigint' },
  { name: 'voce', type: 'text' },
  { name: 'matricola', type: 'text' },
  { name: 'data', type: 'date' },
  { name: 'ore_scadenza', type: 'numeric' },
  { name: 'ore', type: 'numeric' },
  { name: 'lavoro', type: 'boolean' },
];

/** Columns of the current deadlines of existing machines, due or not. */
export const SCADENZE_COLUMNS: readonly Column[] = [
  { name: 'matricola', type: 'text' },
  { name: 'manutenzione', type: 'text' },
  { name: 'descrizione', type: 'text' },
  { name: 'voce', type: 'text' },
  { name: 'origine', type: 'text' },
  { name: 'ore_scadenza', type: 'numeric' },
  { name: 'scadenza', type: 'date' },
  { name: 'ore_attuali', type: 'numeric' },
  { name: 'ore_mancanti', type: 'numeric' },
  { name: 'intervento', type: 'bigint' },
];

/** Columns of a machine's hours per day over the ninety days before its last reading. */
export const PACE_COLUMNS: readonly Column[] = [
  { name: 'matricola', type: 'text' },
  { name: 'ultima', type: 'date' },
  { name: 'ore_giorno', type: 'numeric' },
];

const columns = (list: readonly Column[]) => sql.join(list.map(({ name, type: kind }) => sql`${sql.id(name)} ${sql.raw(kind)}`));

export async function createScadenze(db: Kysely<ReadDatabase>): Promise<void> {
  await sql`create table scadenze_fonti (${columns(SOURCES_COLUMNS)}, primary key (tabella, id))`.execute(db);
  await sql`create index scadenze_fonti_ore on scadenze_fonti (matricola, ore desc nulls last) where esiste`.execute(db);
  await sql`create index scadenze_fonti_data on scadenze_fonti (matricola, data) where esiste and data is not null`.execute(db);
  await sql`create index scadenze_fonti_piano on scadenze_fonti (matricola) where tabella = 'manutMacchinari'`.execute(db);
  await sql`create table scadenze_voci (${columns(ENTRY_COLUMNS)}, primary key (id, voce))`.execute(db);
  await sql`create index scadenze_voci_ultima on scadenze_voci (matricola, voce, lavoro, data desc nulls last, id desc)`.execute(db);
  await sql`create table scadenze_manutenzione (${columns(SCADENZE_COLUMNS)}, primary key (matricola, manutenzione))`.execute(db);
  await sql`create table scadenze_medie (${columns(PACE_COLUMNS)}, primary key (matricola))`.execute(db);
}
