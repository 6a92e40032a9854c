import { sql, type Kysely } from 'kysely';
import type { Column } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';

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

/** Columns of the daily figures. Quantities in thousandths and euro in cents, so that sums are exact in any order. */
export const GIORNI_COLUMNS: readonly Column[] = [
  { name: 'chiave', type: 'text' },
  ...DIMENSIONS.map((name): Column => ({ name, type: name === 'data' ? 'date' : name === 'fermo' ? 'boolean' : 'text' })),
  { name: 'righe', type: 'integer' },
  { name: 'millesimi', type: 'bigint' },
  { name: 'centesimi', type: 'bigint' },
];

const columns = (list: readonly Column[]) => sql.join(list.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`));

export async function createAnalisi(db: Kysely<ReadDatabase>): Promise<void> {
  await sql`create table analisi_righe (${columns(RIGHE_COLUMNS)}, primary key (id))`.execute(db);
  await sql`create index analisi_righe_flusso on analisi_righe (flusso)`.execute(db);
  await sql`create table analisi_testate (${columns(TESTATE_COLUMNS)}, primary key (flusso))`.execute(db);
  await sql`create table analisi_giorni (${columns(GIORNI_COLUMNS)}, primary key (chiave))`.execute(db);
  // figures of a period read this index, so their cost does not depend on the length of the history
  await sql`create index analisi_giorni_data on analisi_giorni (data)`.execute(db);
  await sql`create index analisi_giorni_utente on analisi_giorni (utente, data)`.execute(db);
}
