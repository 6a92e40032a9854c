import { expressionBuilder, type ColumnDefinitionBuilder, type Expression, type Kysely } from 'kysely';
import type { ReadDatabase } from '../database.ts';
import { readTables } from '../database/compiled.ts';
import { POSITION_TYPE, type Target } from '../engine/columns.ts';

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

/** Selects the stored hashes of a level from one number until before another: of leaves, or of the roots of tiles. */
export function hashesBetween(level: number, from: Expression<number>, to: Expression<number>) {
  const { and, eb, lit } = expressionBuilder<{ s: { numero: number } }, 's'>();
  const inRange = and([eb('s.numero', '>=', from), eb('s.numero', '<', to)]);
  const leaves = readTables.selectFrom('sigilli_foglie as s').select(['s.numero', 's.impronta']);
  const roots = readTables.selectFrom('sigilli_nodi as s').select(['s.numero', 's.impronta']).where('s.livello', '=', lit(level));
  return level === 0 ? leaves.where(inRange).orderBy('s.numero') : roots.where(inRange).orderBy('s.numero');
}

export async function createTree(db: Kysely<ReadDatabase>): Promise<void> {
  await db.schema
    .createTable('sigilli_foglie')
    .addColumn('numero', 'bigint', (column) => column.primaryKey())
    .addColumn('impronta', 'bytea', filled)
    .addColumn('flusso', 'text', filled)
    .addColumn('versione', 'integer', filled)
    .addColumn('posizione', POSITION_TYPE, filled)
    .execute();
  await db.schema.createIndex('sigilli_foglie_flusso').on('sigilli_foglie').columns(['flusso', 'versione']).execute();
  // roots of perfect subtrees with 256, 65 536, … leaves; those between are computed when they are needed
  await db.schema
    .createTable('sigilli_nodi')
    .addColumn('livello', 'smallint', filled)
    .addColumn('numero', 'bigint', filled)
    .addColumn('impronta', 'bytea', filled)
    .addPrimaryKeyConstraint('sigilli_nodi_pkey', ['livello', 'numero'])
    .execute();
}

const filled = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
