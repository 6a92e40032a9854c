import { sql, type Kysely } from 'kysely';

/** Writes over several records that were begun: kept until the last is done, so that a start can carry them to their end. */
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
