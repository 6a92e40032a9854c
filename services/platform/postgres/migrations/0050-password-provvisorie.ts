import { sql, type Kysely } from 'kysely';

/** Adds the expiry of a password that another person set; null for a password that its owner chose. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table public.credenziali add column provvisoria timestamptz`.execute(db);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table public.credenziali drop column provvisoria`.execute(db);
}
