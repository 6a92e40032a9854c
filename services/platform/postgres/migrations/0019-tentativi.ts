import { sql, type Kysely } from 'kysely';

/**
 * How often something was tried, for all processes together. Unlogged: a database that crashes forgets
 * the counts, and no write waits for the disk. The keys are digests: what was typed as a name may be a password.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create unlogged table public.tentativi (key text primary key, points integer not null default 0, expire bigint)`.execute(db);
  await sql`create index tentativi_expire on public.tentativi (expire)`.execute(db);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('tentativi').execute();
}
