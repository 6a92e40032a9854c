import { sql, type Kysely } from 'kysely';

/** Creates the keys that seal personal data in the event log, one for each person, and the digests of people's names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.chiavi_persone (
    soggetto text primary key,
    -- wrapped with SEGRETO; null since the key was destroyed
    chiave bytea,
    fatta timestamptz not null default clock_timestamp(),
    distrutta timestamptz,
    check ((chiave is null) = (distrutta is not null))
  )`.execute(db);
  await sql`create index chiavi_persone_distrutte on public.chiavi_persone (distrutta) where distrutta is not null`.execute(db);
  await sql`create table public.nomi_persone (
    impronta bytea not null,
    soggetto text not null,
    quando timestamptz not null default clock_timestamp(),
    primary key (impronta, soggetto)
  )`.execute(db);
  await sql`create index nomi_persone_soggetto on public.nomi_persone (soggetto)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table public.nomi_persone`.execute(db);
  await sql`drop table public.chiavi_persone`.execute(db);
}
