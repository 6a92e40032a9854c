import { sql, type Kysely } from 'kysely';

/** Creates the browsers that have signed in as a user, and adds to credentials the command that set the password. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  const schema = db.schema.withSchema('public');
  await schema.alterTable('credenziali').addColumn('comando', 'text').execute();
  // deleted with the credentials, like sessions
  await schema
    .createTable('browser_conosciuti')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('member_id', 'text', (c) => c.notNull().references('public.credenziali.member_id').onDelete('cascade'))
    .addColumn('usato', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  await schema.createIndex('browser_conosciuti_member_id').on('browser_conosciuti').columns(['member_id', 'usato']).execute();
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('browser_conosciuti').ifExists().execute();
  await db.schema.withSchema('public').alterTable('credenziali').dropColumn('comando').execute();
}
