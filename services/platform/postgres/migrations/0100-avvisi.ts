import { sql, type Kysely } from 'kysely';

/** Creates the notices of mentions and reminders in comments. Each person has one notice for each comment and reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.avvisi (
    id bigint generated always as identity primary key,
    utente text not null,
    commento bigint not null,
    motivo text not null,
    quando timestamptz not null,
    letto timestamptz,
    unique (utente, commento, motivo)
  )`.execute(db);
  await sql`create index avvisi_utente on public.avvisi (utente, id desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists public.avvisi`.execute(db);
}
