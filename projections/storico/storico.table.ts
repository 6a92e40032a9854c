import { sql, type Kysely } from 'kysely';
import type { Colonna } from '../engine/bulk.ts';
import type { LettureDatabase } from '../database.ts';

export const COLONNE_STORICO: readonly Colonna[] = [
  { nome: 'flusso', tipo: 'text' },
  { nome: 'versione', tipo: 'integer' },
  { nome: 'posizione', tipo: 'text' },
  { nome: 'tabella', tipo: 'text' },
  { nome: 'id', tipo: 'text' },
  { nome: 'evento', tipo: 'text' },
  { nome: 'tipo', tipo: 'text' },
  { nome: 'quando', tipo: 'timestamptz' },
  { nome: 'utente', tipo: 'text' },
  { nome: 'campi', tipo: 'jsonb' },
  { nome: 'frase', tipo: 'text' },
  { nome: 'motivo', tipo: 'text' },
  { nome: 'area', tipo: 'text' },
  { nome: 'proprietario', tipo: 'text' },
  { nome: 'testo', tipo: 'text' },
];

export const COLONNE_STATO: readonly Colonna[] = [
  { nome: 'tabella', tipo: 'text' },
  { nome: 'id', tipo: 'text' },
  { nome: 'versione', tipo: 'integer' },
  { nome: 'stato', tipo: 'jsonb' },
];

export async function creaStorico(db: Kysely<LettureDatabase>): Promise<void> {
  await sql`create table storico (
    flusso text not null, versione integer not null,
    -- positions are ordered byte by byte
    posizione text collate "C" not null,
    tabella text not null, id text not null,
    evento text not null, tipo text not null, quando timestamptz not null, utente text not null,
    campi jsonb not null, frase text not null, motivo text, area text, proprietario text not null,
    testo text not null,
    primary key (flusso, versione)
  )`.execute(db);
  await sql`create unique index storico_posizione on storico (posizione desc)`.execute(db);
  await sql`create index storico_record on storico (tabella, id, posizione desc)`.execute(db);
  await sql`create index storico_utente on storico (utente, quando desc, posizione desc)`.execute(db);
  await sql`create index storico_area on storico (area, quando desc, posizione desc)`.execute(db);
  await sql`create index storico_quando on storico (quando desc, posizione desc)`.execute(db);
  await sql`create table storico_stato (
    tabella text not null, id text not null, versione integer not null, stato jsonb not null,
    primary key (tabella, id)
  )`.execute(db);
}
