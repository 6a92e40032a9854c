import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely';
import { POSITION_TYPE, type Column } from '../engine/columns.ts';
import type { ReadDatabase } from '../database.ts';

export const STORICO_COLUMNS: readonly Column[] = [
  { name: 'flusso', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'posizione', type: 'text' },
  { name: 'comando', type: 'text' },
  { name: 'tabella', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'oggetto', type: 'text' },
  { name: 'padre', type: 'text' },
  { name: 'evento', type: 'text' },
  { name: 'tipo', type: 'text' },
  { name: 'quando', type: 'timestamptz' },
  { name: 'utente', type: 'text' },
  { name: 'nome', type: 'text' },
  { name: 'campi', type: 'jsonb' },
  { name: 'frase', type: 'text' },
  { name: 'motivo', type: 'text' },
  { name: 'origine', type: 'text' },
  { name: 'gruppo', type: 'uuid' },
  { name: 'area', type: 'text' },
  { name: 'proprietario', type: 'text' },
  { name: 'testo', type: 'text' },
];

export const STATE_COLUMNS: readonly Column[] = [
  { name: 'tabella', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'stato', type: 'jsonb' },
];

export async function createStorico(db: Kysely<ReadDatabase>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('storico')
    .addColumn('flusso', 'text', filled)
    .addColumn('versione', 'integer', filled)
    .addColumn('posizione', POSITION_TYPE, filled)
    .addColumn('comando', 'text', filled)
    .addColumn('tabella', 'text', filled)
    .addColumn('id', 'text', filled)
    .addColumn('oggetto', 'text', filled)
    .addColumn('padre', 'text')
    .addColumn('evento', 'text', filled)
    .addColumn('tipo', 'text', filled)
    .addColumn('quando', 'timestamptz', filled)
    .addColumn('utente', 'text', filled)
    .addColumn('nome', 'text')
    .addColumn('campi', 'jsonb', filled)
    .addColumn('frase', 'text', filled)
    .addColumn('motivo', 'text')
    .addColumn('origine', 'text', filled)
    // the entries that the trail folds into one have it in common
    .addColumn('gruppo', 'uuid', filled)
    .addColumn('area', 'text')
    .addColumn('proprietario', 'text', filled)
    .addColumn('testo', 'text', filled)
    .addPrimaryKeyConstraint('storico_pkey', ['flusso', 'versione'])
    .execute();
  await schema.createIndex('storico_posizione').unique().on('storico').column('posizione desc').execute();
  for (const [index, columns] of Object.entries(NEWEST_FIRST))
    await schema
      .createIndex(index)
      .on('storico')
      .columns([...columns])
      .execute();
  // includes the columns that permissions check, so that folding and counting read only the index
  await sql<never>`create index storico_gruppo on storico (gruppo, posizione) include (area, proprietario)`.execute(db);
  await schema
    .createTable('storico_stato')
    .addColumn('tabella', 'text', filled)
    .addColumn('id', 'text', filled)
    .addColumn('versione', 'integer', filled)
    .addColumn('stato', 'jsonb', filled)
    .addPrimaryKeyConstraint('storico_stato_pkey', ['tabella', 'id'])
    .execute();
}

const filled = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** Columns of the indexes that lead to the newest entries, by index. */
const NEWEST_FIRST = {
  storico_record: ['tabella', 'id', 'posizione desc'],
  storico_utente: ['utente', 'quando desc', 'posizione desc'],
  storico_area: ['area', 'quando desc', 'posizione desc'],
  storico_quando: ['quando desc', 'posizione desc'],
} as const;
