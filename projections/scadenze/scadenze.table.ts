import { sql, type Kysely, type SqlBool } from 'kysely';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import type { Target } from '../engine/columns.ts';
import type { ReadDatabase } from '../database.ts';
import { order } from '../registers/register.table.ts';
import { createTargetTable } from '../target-table.ts';

/**
 * Table of machines, plan rows, maintenance and excise records, with only the values that deadlines and hours per day need. The registers'
 * tables hold the same values, but are rebuilt alone and may be ahead of this projection or behind it.
 */
export const SOURCES: Target = {
  table: 'scadenze_fonti',
  columns: [
    { name: 'tabella', type: 'text' },
    { name: 'id', type: 'text' },
    { name: 'versione', type: 'integer' },
    { name: 'esiste', type: 'boolean' },
    { name: 'matricola', type: 'text' },
    { name: 'data', type: 'date' },
    { name: 'ore', type: 'numeric' },
    { name: 'valori', type: 'jsonb' },
  ],
  key: ['tabella', 'id'],
  ifExists: 'replace',
};

/** Table of the items of maintenance records, one row per item. */
export const ENTRIES: Target = {
  table: 'scadenze_voci',
  columns: [
    { name: 'id', type: 'bigint' },
    { name: 'voce', type: 'text' },
    { name: 'matricola', type: 'text' },
    { name: 'data', type: 'date' },
    { name: 'ore_scadenza', type: 'numeric' },
    { name: 'ore', type: 'numeric' },
    { name: 'lavoro', type: 'boolean' },
  ],
  key: ['id', 'voce'],
  ifExists: 'replace',
};

/** Table of the current deadlines of existing machines, due or not. */
export const DEADLINES: Target = {
  table: 'scadenze_manutenzione',
  columns: [
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
  ],
  key: ['matricola', 'manutenzione'],
  ifExists: 'replace',
};

/** Table of a machine's hours per day over the ninety days before its last reading. */
export const PACES: Target = {
  table: 'scadenze_medie',
  columns: [
    { name: 'matricola', type: 'text' },
    { name: 'ultima', type: 'date' },
    { name: 'ore_giorno', type: 'numeric' },
  ],
  key: ['matricola'],
  ifExists: 'replace',
};

export async function createScadenze(db: Kysely<ReadDatabase>): Promise<void> {
  for (const target of [SOURCES, ENTRIES, DEADLINES, PACES]) await createTargetTable(db, target);
  const exists = sql.ref<SqlBool>('esiste');
  const index = (name: string, { table }: Target) => db.schema.createIndex(`${table}_${name}`).on(table);
  await index('ore', SOURCES)
    .columns(['matricola', order('ore', 'numeric', { descending: true })])
    .where(exists)
    .execute();
  await index('data', SOURCES).columns(['matricola', 'data']).where(exists).where('data', 'is not', null).execute();
  await index('piano', SOURCES).column('matricola').where(sql.ref('tabella'), '=', manutMacchinari.path).execute();
  await index('ultima', ENTRIES)
    .columns<string>(['matricola', 'voce', 'lavoro', order('data', 'date', { descending: true }), 'id desc'])
    .execute();
}
