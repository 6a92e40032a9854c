import type { CreateTableBuilder, Kysely } from 'kysely';
import type { ReadDatabase } from './database.ts';
import type { Target } from './engine/columns.ts';

/** Creates the table of a write target, with the target's key as its primary key. The columns `filled` are never empty. */
export async function createTargetTable(
  db: Kysely<ReadDatabase>,
  { table, columns, key }: Target,
  filled: readonly string[] = [],
): Promise<void> {
  await columns
    .reduce<CreateTableBuilder<string, string>>(
      (made, { name, type }) => made.addColumn(name, type, (column) => (filled.includes(name) ? column.notNull() : column)),
      db.schema.createTable(table),
    )
    .addPrimaryKeyConstraint(`${table}_pkey`, [...key])
    .execute();
}
