import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Target } from '../engine/columns.ts';
import type { ReadDatabase } from '../database.ts';
import { createTrigramIndex } from '../registers/register.table.ts';
import { createTargetTable } from '../target-table.ts';

/**
 * Table of the search. A child record is visible to the owner of its parent, and deleted with it. `testo` holds the words, each after a
 * space, and `valori` the values that make title and words.
 */
export const INDEX: Target = {
  table: 'cerca',
  columns: [
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
  ],
  key: ['tabella', 'id'],
  ifExists: 'replace',
};

const FILLED = ['versione', 'utente', 'eliminato', 'chiave', 'testo', 'valori'];

/** Creates the table of the search, with a trigram index if the database has the extension. */
export async function createCerca(db: Kysely<ReadDatabase>): Promise<void> {
  await createTargetTable(db, INDEX, FILLED);
  await db.schema
    .createIndex('cerca_chiave')
    .on(INDEX.table)
    .column(sql<string>`chiave text_pattern_ops`)
    .execute();
  await db.schema
    .createIndex('cerca_eliminati')
    .on(INDEX.table)
    .columns([...INDEX.key])
    .where(sql.ref<SqlBool>('eliminato'))
    .execute();
  await createTrigramIndex(db, 'cerca_testo', INDEX.table, 'testo');
}
