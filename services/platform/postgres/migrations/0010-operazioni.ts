import { sql, type Kysely } from 'kysely';

/**
 * Creates the batches of commands in progress. A row exists until its last command is done, so that a restarted portal can finish the
 * batch.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .createTable('operazioni')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('parti', 'jsonb', (c) => c.notNull())
    .addColumn('iniziata', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('operazioni').ifExists().execute();
}
