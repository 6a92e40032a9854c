import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Column, ColumnType } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';
import type { AnalisiTables } from './tables.ts';

/** Columns of production lines that figures need; the table also keeps deleted lines. */
export const RIGHE_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'bigint' },
  { name: 'flusso', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'stato', type: 'jsonb' },
];

/** Columns of production headers, which give the owner of a stream's lines. */
export const TESTATE_COLUMNS: readonly Column[] = [
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

async function createTable(db: Kysely<ReadDatabase>, table: string, columns: readonly Column[], key: string): Promise<void> {
  await columns
    .reduce<CreateTableBuilder<string, string>>((made, { name, type }) => made.addColumn(name, type), db.schema.createTable(table))
    .addPrimaryKeyConstraint(`${table}_pkey`, [key])
    .execute();
}

export async function createAnalisi(db: Kysely<ReadDatabase>): Promise<void> {
  const { schema } = db;
  await createTable(db, 'analisi_righe', RIGHE_COLUMNS, 'id');
  await schema.createIndex('analisi_righe_flusso').on('analisi_righe').column('flusso').execute();
  await createTable(db, 'analisi_testate', TESTATE_COLUMNS, 'flusso');
  await createTable(db, 'analisi_giorni', GIORNI_COLUMNS, 'chiave');
  // figures of a period read this index, so their cost does not depend on the length of the history
  await schema.createIndex('analisi_giorni_data').on('analisi_giorni').column('data').execute();
  await schema.createIndex('analisi_giorni_utente').on('analisi_giorni').columns(['utente', 'data']).execute();
}
