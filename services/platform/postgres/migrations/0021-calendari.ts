import { sql, type Kysely } from 'kysely';

/** The address of a person's calendar, known by the hash of its token. Whoever can no longer sign in has none. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create table public.calendari (
    member_id text primary key references public.credenziali (member_id) on delete cascade,
    token_hash text not null unique,
    creato timestamptz not null
  )`.execute(db);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table public.calendari`.execute(db);
}
