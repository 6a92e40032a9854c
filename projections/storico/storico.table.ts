import { sql, type Kysely } from 'kysely';
import type { Column } from '../engine/bulk.ts';
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
  await sql`create table storico (
    flusso text not null, versione integer not null,
    -- positions are ordered byte by byte
    posizione text collate "C" not null,
    comando text not null,
    tabella text not null, id text not null, oggetto text not null, padre text,
    evento text not null, tipo text not null, quando timestamptz not null, utente text not null, nome text,
    campi jsonb not null, frase text not null, motivo text, origine text not null,
    -- the entries that the trail folds into one have it in common
    gruppo uuid not null,
    area text, proprietario text not null,
    testo text not null,
    primary key (flusso, versione)
  )`.execute(db);
  await sql`create unique index storico_posizione on storico (posizione desc)`.execute(db);
  await sql`create index storico_record on storico (tabella, id, posizione desc)`.execute(db);
  await sql`create index storico_utente on storico (utente, quando desc, posizione desc)`.execute(db);
  await sql`create index storico_area on storico (area, quando desc, posizione desc)`.execute(db);
  await sql`create index storico_quando on storico (quando desc, posizione desc)`.execute(db);
  // includes the columns that permissions check, so that folding and counting read only the index
  await sql`create index storico_gruppo on storico (gruppo, posizione) include (area, proprietario)`.execute(db);
  await sql`create table storico_stato (
    tabella text not null, id text not null, versione integer not null, stato jsonb not null,
    primary key (tabella, id)
  )`.execute(db);
}
