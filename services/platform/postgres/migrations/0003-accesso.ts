import { sql, type Kysely } from 'kysely';

/** Creates credentials and sessions. Neither is in the event log, which many can read and which forgets nothing. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  const schema = db.schema.withSchema('public');
  await schema
    .createTable('credenziali')
    .addColumn('member_id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('modificata', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  // the foreign key makes a sign-in wait for a concurrent password change, and deletes sessions with the credentials
  await schema
    .createTable('sessioni')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('member_id', 'text', (c) => c.notNull().references('public.credenziali.member_id').onDelete('cascade'))
    .addColumn('group_id', 'integer', (c) => c.notNull())
    .addColumn('ricordami', 'boolean', (c) => c.notNull())
    .addColumn('creata', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('scade', 'timestamptz', (c) => c.notNull())
    .execute();
  await schema.createIndex('sessioni_member_id').on('sessioni').column('member_id').execute();
  await schema.createIndex('sessioni_scade').on('sessioni').column('scade').execute();
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('sessioni').ifExists().execute();
  await db.schema.withSchema('public').dropTable('credenziali').ifExists().execute();
}
