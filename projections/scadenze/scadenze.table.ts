import { sql, type Kysely } from 'kysely';
import type { Colonna } from '../engine/bulk.ts';
import type { LettureDatabase } from '../database.ts';

/** Machines, maintenance and excise records: the little of them that deadlines are made of. */
export const COLONNE_FONTI: readonly Colonna[] = [
  { nome: 'tabella', tipo: 'text' },
  { nome: 'id', tipo: 'text' },
  { nome: 'versione', tipo: 'integer' },
  { nome: 'esiste', tipo: 'boolean' },
  { nome: 'matricola', tipo: 'text' },
  { nome: 'ore', tipo: 'numeric' },
  { nome: 'valori', tipo: 'jsonb' },
];

/** One row per item of a maintenance record. */
export const COLONNE_VOCI: readonly Colonna[] = [
  { nome: 'id', tipo: 'bigint' },
  { nome: 'voce', tipo: 'text' },
  { nome: 'matricola', tipo: 'text' },
  { nome: 'data', tipo: 'date' },
  { nome: 'ore_scadenza', tipo: 'numeric' },
];

/** The figures in force, due or not, of the machines that exist. */
export const COLONNE_SCADENZE: readonly Colonna[] = [
  { nome: 'matricola', tipo: 'text' },
  { nome: 'manutenzione', tipo: 'text' },
  { nome: 'descrizione', tipo: 'text' },
  { nome: 'ore_scadenza', tipo: 'numeric' },
  { nome: 'ore_attuali', tipo: 'numeric' },
  { nome: 'ore_mancanti', tipo: 'numeric' },
  { nome: 'intervento', tipo: 'bigint' },
];

const colonne = (elenco: readonly Colonna[]) => sql.join(elenco.map(({ nome, tipo }) => sql`${sql.id(nome)} ${sql.raw(tipo)}`));

export async function creaScadenze(db: Kysely<LettureDatabase>): Promise<void> {
  await sql`create table scadenze_fonti (${colonne(COLONNE_FONTI)}, primary key (tabella, id))`.execute(db);
  await sql`create index scadenze_fonti_ore on scadenze_fonti (matricola, ore desc nulls last) where esiste`.execute(db);
  await sql`create table scadenze_voci (${colonne(COLONNE_VOCI)}, primary key (id, voce))`.execute(db);
  await sql`create index scadenze_voci_ultima on scadenze_voci (matricola, voce, data desc nulls last, id desc)`.execute(db);
  await sql`create table scadenze_manutenzione (${colonne(COLONNE_SCADENZE)}, primary key (matricola, manutenzione))`.execute(db);
}
