import type { Kysely } from 'kysely';
import type { Column, ColumnType, Target } from '../engine/columns.ts';
import type { ReadDatabase } from '../database.ts';
import { createTargetTable } from '../target-table.ts';
import type { AnalisiTables } from './tables.ts';

/** Columns of production lines that figures need; the table also keeps deleted lines. */
const RIGHE_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'bigint' },
  { name: 'flusso', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'stato', type: 'jsonb' },
];

/** Columns of production headers, which give the owner of a stream's lines. */
const TESTATE_COLUMNS: readonly Column[] = [
  { name: 'flusso', type: 'text' },
  { name: 'utente', type: 'text' },
];

/** Columns by which the lines of a day are grouped. */
export const DIMENSIONS = [
  'data',
  'commessa',
  'wbs',
  'lavorazione',
  'operatore',
  'attrezzatura',
  'descrizione',
  'utente',
  'note',
  'fermo',
] as const;

const typeOf = (name: (typeof DIMENSIONS)[number]): ColumnType => (name === 'data' ? 'date' : name === 'fermo' ? 'boolean' : 'text');

/** Columns of the daily figures. Quantities in thousandths and euro in cents, so that sums are exact in any order. */
export const GIORNI_COLUMNS: readonly (Column & { name: keyof AnalisiTables['analisi_giorni'] })[] = [
  { name: 'chiave', type: 'text' },
  ...DIMENSIONS.map((name) => ({ name, type: typeOf(name) })),
  { name: 'righe', type: 'integer' },
  { name: 'millesimi', type: 'bigint' },
  { name: 'centesimi', type: 'bigint' },
];

export const LINES: Target = { table: 'analisi_righe', columns: RIGHE_COLUMNS, key: ['id'], ifExists: 'replace' };
export const HEADERS: Target = { table: 'analisi_testate', columns: TESTATE_COLUMNS, key: ['flusso'], ifExists: 'keep' };
const DAYS: Target = { table: 'analisi_giorni', columns: GIORNI_COLUMNS, key: ['chiave'], ifExists: 'replace' };

export async function createAnalisi(db: Kysely<ReadDatabase>): Promise<void> {
  const { schema } = db;
  await createTargetTable(db, LINES);
  await schema.createIndex('analisi_righe_flusso').on('analisi_righe').column('flusso').execute();
  await createTargetTable(db, HEADERS);
  await createTargetTable(db, DAYS);
  // figures of a period read this index, so their cost does not depend on the length of the history
  await schema.createIndex('analisi_giorni_data').on('analisi_giorni').column('data').execute();
  await schema.createIndex('analisi_giorni_utente').on('analisi_giorni').columns(['utente', 'data']).execute();
}
