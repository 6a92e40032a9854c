import { sql, type Kysely } from 'kysely';

/** Creates the changes of many records and their rows, with the outcome of each row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.modifiche (
    id text primary key,
    registro text not null,
    campi jsonb not null,
    utente text not null,
    quando timestamptz not null default now(),
    tutti boolean not null,
    annulla text references public.modifiche (id),
    finita timestamptz
  )`.execute(db);
  await sql`create index modifiche_utente on public.modifiche (utente, quando desc)`.execute(db);
  await sql`create table public.modifiche_righe (
    modifica text not null references public.modifiche (id),
    numero integer not null,
    chiave jsonb not null,
    versione integer,
    esito text,
    rifiuto text,
    lasciati text[] not null default '{}',
    primary key (modifica, numero)
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists public.modifiche_righe`.execute(db);
  await sql`drop table if exists public.modifiche`.execute(db);
}
