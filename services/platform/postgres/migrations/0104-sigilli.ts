import { sql, type Kysely } from 'kysely';

/** Creates the signed checkpoints of the log's Merkle tree, and the origin name with which this portal signs them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.sigilli_origine (
    unico boolean primary key default true check (unico),
    installazione uuid not null,
    -- a restore to a moment begins a new one
    epoca integer not null default 1
  )`.execute(db);
  await sql`create table public.sigilli (
    id integer primary key,
    quando timestamptz not null,
    origine text not null,
    dimensione bigint not null,
    radice text not null,
    testo text not null,
    -- verifier keys of the portal's own signatures
    chiavi text[] not null,
    -- response of the time stamping authority
    marca bytea,
    -- signature lines of witnesses
    firme text[] not null default '{}'
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists public.sigilli`.execute(db);
  await sql`drop table if exists public.sigilli_origine`.execute(db);
}
