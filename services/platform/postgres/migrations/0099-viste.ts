import { sql, type Kysely } from 'kysely';

/** Creates the saved views of lists, their versions, and each person's default view of a list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.viste (
    id integer primary key,
    tabella text not null,
    nome text not null,
    contenuto jsonb not null,
    condivisa text not null,
    gruppo integer,
    predefinita smallint not null,
    utente text not null,
    versione integer not null,
    modificato timestamptz not null,
    modificato_da text not null,
    check ((condivisa = 'gruppo') = (gruppo is not null))
  )`.execute(db);
  await sql`create index viste_utente on public.viste (utente)`.execute(db);
  await sql`create index viste_tabella on public.viste (tabella)`.execute(db);
  await sql`create table public.viste_versioni (
    vista integer not null references public.viste (id) on delete cascade,
    versione integer not null,
    nome text not null,
    contenuto jsonb not null,
    condivisa text not null,
    gruppo integer,
    predefinita smallint not null,
    modificato timestamptz not null,
    modificato_da text not null,
    primary key (vista, versione)
  )`.execute(db);
  await sql`create table public.viste_predefinite (
    utente text not null,
    tabella text not null,
    vista integer not null references public.viste (id) on delete cascade,
    primary key (utente, tabella)
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['viste_predefinite', 'viste_versioni', 'viste'])
    await sql`drop table if exists ${sql.table(`public.${table}`)}`.execute(db);
}
