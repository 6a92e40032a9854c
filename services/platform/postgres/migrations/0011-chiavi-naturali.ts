import type { Kysely } from 'kysely';

/** Creates the natural keys by their folded spelling. Keys that differ only in case or in the encoding of accents count as one. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .createTable('chiavi_naturali')
    .addColumn('registro', 'text', (c) => c.notNull())
    .addColumn('letta', 'text', (c) => c.notNull())
    .addColumn('chiave', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('chiavi_naturali_pk', ['registro', 'letta'])
    .execute();
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('chiavi_naturali').ifExists().execute();
}
