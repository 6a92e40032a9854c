import type { Kysely } from 'kysely';

/** Creates the checkpoints of reactors. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .createTable('reattori')
    .addColumn('nome', 'text', (c) => c.primaryKey())
    .addColumn('posizione', 'text')
    .execute();
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('reattori').ifExists().execute();
}
