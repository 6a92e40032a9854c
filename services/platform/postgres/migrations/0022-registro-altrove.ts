import { sql, type Kysely } from 'kysely';

/** Adds where the events were moved to, if to an EventStoreDB, and the trigger function by which PostgreSQL then refuses events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.eventi_testa add column altrove text`.execute(db);
  await sql`create function public.eventi_spostati() returns trigger language plpgsql as $$
begin
  raise exception 'the events of this portal were moved to an EventStoreDB' using errcode = 'restrict_violation';
end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function if exists public.eventi_spostati cascade`.execute(db);
  await sql`alter table public.eventi_testa drop column if exists altrove`.execute(db);
}
