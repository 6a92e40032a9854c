import { sql, type Kysely } from 'kysely';
import type { ReadDatabase } from '../database.ts';
import type { Target } from '../engine/bulk.ts';

/** Number of hashes whose common root is stored: of 256 leaves, of 256 such roots, and so on. */
export const TILE = 256;
/** Levels of the tree that a tile spans. */
export const TILE_LEVELS = 8;

export const LEAVES: Target = {
  table: 'sigilli_foglie',
  columns: [
    { name: 'numero', type: 'bigint' },
    { name: 'impronta', type: 'bytea' },
    { name: 'flusso', type: 'text' },
    { name: 'versione', type: 'integer' },
    { name: 'posizione', type: 'text' },
  ],
  key: ['numero'],
  ifExists: 'keep',
};

export const NODES: Target = {
  table: 'sigilli_nodi',
  columns: [
    { name: 'livello', type: 'smallint' },
    { name: 'numero', type: 'bigint' },
    { name: 'impronta', type: 'bytea' },
  ],
  key: ['livello', 'numero'],
  ifExists: 'keep',
};

export async function createTree(db: Kysely<ReadDatabase>): Promise<void> {
  await sql`create table sigilli_foglie (
    numero bigint primary key,
    impronta bytea not null,
    flusso text not null, versione integer not null,
    -- positions are ordered byte by byte
    posizione text collate "C" not null
  )`.execute(db);
  await sql`create index sigilli_foglie_flusso on sigilli_foglie (flusso, versione)`.execute(db);
  // roots of perfect subtrees with 256, 65 536, … leaves; those between are computed when they are needed
  await sql`create table sigilli_nodi (
    livello smallint not null, numero bigint not null, impronta bytea not null,
    primary key (livello, numero)
  )`.execute(db);
}
