import { sql, type Kysely } from 'kysely';
import type { Column } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';

export const CERCA_COLUMNS: readonly Column[] = [
  { name: 'tabella', type: 'text' },
  { name: 'id', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'utente', type: 'text' },
  { name: 'tabella_padre', type: 'text' },
  { name: 'padre', type: 'text' },
  { name: 'eliminato', type: 'boolean' },
  { name: 'chiave', type: 'text' },
  { name: 'testo', type: 'text' },
  { name: 'valori', type: 'jsonb' },
];

/** Creates the table of the search, with a trigram index if the database has the extension. */
export async function createCerca(db: Kysely<ReadDatabase>): Promise<void> {
  await sql`create table cerca (
    tabella text not null, id text not null, versione integer not null, utente text not null,
    -- a child record is visible to the owner of its parent, and deleted with it
    tabella_padre text, padre text,
    eliminato boolean not null,
    chiave text not null,
    -- the words, each after a space
    testo text not null,
    -- the values that make title and words
    valori jsonb not null,
    primary key (tabella, id)
  )`.execute(db);
  await sql`create index cerca_chiave on cerca (chiave text_pattern_ops)`.execute(db);
  await sql`create index cerca_eliminati on cerca (tabella, id) where eliminato`.execute(db);
  await sql`do $$ begin
    if exists (select from pg_extension where extname = 'pg_trgm') then
      create index cerca_testo on cerca using gin (testo gin_trgm_ops);
    end if;
  end $$`.execute(db);
}
