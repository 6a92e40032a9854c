import { sql, type Kysely } from 'kysely';

/** Creates the notices of faults for each recipient, with the time at which they were sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.avvisi_guasti (
    evento text not null,
    destinatario text not null,
    contenuto jsonb not null,
    creato timestamptz not null default now(),
    inviato timestamptz,
    primary key (evento, destinatario)
  )`.execute(db);
  await sql`create index avvisi_guasti_destinatario on public.avvisi_guasti (destinatario, inviato)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists public.avvisi_guasti`.execute(db);
}
