import { sql, type Kysely } from 'kysely';
import type { Column } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';

/** Lines of production as they are now, deleted ones included, as far as figures need them. */
export const RIGHE_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'bigint' },
  { name: 'flusso', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'stato', type: 'jsonb' },
];

/** Headers: whose the lines of a stream are. */
export const TESTATE_COLUMNS: readonly Column[] = [
  { name: 'flusso', type: 'text' },
  { name: 'utente', type: 'text' },
];

/** What lines of a day have in common when they are counted together. */
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

/** Quantities in thousandths, euro in cents: sums that are exact whatever the order they are made in. */
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
  // a period is read from here, however long the history
  await sql`create index analisi_giorni_data on analisi_giorni (data)`.execute(db);
  await sql`create index analisi_giorni_utente on analisi_giorni (utente, data)`.execute(db);
}
