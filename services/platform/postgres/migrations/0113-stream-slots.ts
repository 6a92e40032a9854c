import { sql, type Kysely } from 'kysely';

/**
 * Adds the slots of open streams, which bound the number of streams of a session in all processes together. The table is unlogged: a slot
 * lasts a minute unless its process renews it, and a crash may forget it.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .createTable('collegamenti')
    .modifyFront(sql`unlogged`)
    .addColumn('sessione', 'text', (column) => column.notNull())
    .addColumn('posto', 'smallint', (column) => column.notNull())
    .addColumn('processo', 'uuid', (column) => column.notNull())
    .addColumn('fino_a', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('collegamenti_pkey', ['sessione', 'posto'])
    .execute();
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('collegamenti').execute();
}
