import { sql, type Kysely } from 'kysely';

/** Creates each person's preferences for a list: columns and density. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.preferenze (
    utente text not null,
    lista text not null,
    contenuto jsonb not null,
    aggiornata timestamptz not null default now(),
    primary key (utente, lista)
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists public.preferenze`.execute(db);
}
