import { sql, type Kysely } from 'kysely';

/** Creates the imports and their rows with the created records, so that an import can be undone and a retry creates each record once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.importazioni (
    id text primary key,
    file text not null,
    impronta text not null,
    registri text[] not null,
    utente text not null,
    quando timestamptz not null default now(),
    finita timestamptz,
    annullata timestamptz,
    righe integer not null
  )`.execute(db);
  await sql`create index importazioni_impronta on public.importazioni (impronta)`.execute(db);
  await sql`create table public.importazioni_righe (
    importazione text not null references public.importazioni (id),
    numero integer not null,
    registro text not null,
    chiave jsonb not null,
    versione integer not null,
    primary key (importazione, numero)
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists public.importazioni_righe`.execute(db);
  await sql`drop table if exists public.importazioni`.execute(db);
}
