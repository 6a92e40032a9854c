import { sql, type Kysely } from 'kysely';

/**
 * Creates the counters of attempts, which all processes share. The table is unlogged, so no write waits for the disk and a crash loses the
 * counts. Keys are digests, since a typed user name may be a password.
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
