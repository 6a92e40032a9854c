import { sql, type Kysely } from 'kysely';

/**
 * Adds to sessions the time of the last confirmation with password or code. Adds to known browsers whether they are still valid. After a
 * change of password browsers stay listed as invalid, so that a sign-in can recognise a browser that was never seen.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table public.sessioni add column confermata timestamptz`.execute(db);
  await sql`alter table public.browser_conosciuti add column valido boolean not null default true`.execute(db);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`delete from public.browser_conosciuti where not valido`.execute(db);
  await sql`alter table public.browser_conosciuti drop column valido`.execute(db);
  await sql`alter table public.sessioni drop column confermata`.execute(db);
}
