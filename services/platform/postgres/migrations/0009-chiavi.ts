import { sql, type Kysely } from 'kysely';

/** Adds the request's digest to idempotency keys, so that a key with another request is refused. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .createTable('chiavi')
    .addColumn('chiave', 'uuid', (c) => c.primaryKey())
    .addColumn('impronta', 'text', (c) => c.notNull())
    .addColumn('quando', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.withSchema('public').createIndex('chiavi_quando').on('chiavi').column('quando').execute();
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('chiavi').ifExists().execute();
}
