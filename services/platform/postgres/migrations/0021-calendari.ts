import { sql, type Kysely } from 'kysely';

/** Creates the calendar feeds, one for each person, with the hash of the feed's token. A feed is deleted with the person's credentials. */
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
