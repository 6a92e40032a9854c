import { sql, type Kysely } from 'kysely';

/** Adds address, device and last use to sessions, so that users can recognise a session that is not theirs. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table public.sessioni add column dispositivo text, add column indirizzo text, add column vista timestamptz`.execute(db);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table public.sessioni drop column dispositivo, drop column indirizzo, drop column vista`.execute(db);
}
