import { sql, type Kysely } from 'kysely';

/**
 * Creates the identity of this portal's log: its first event and the installation that recorded it. The table has one row, or none while
 * the log is empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table public.registro_noto (
    unico boolean primary key default true check (unico),
    primo_evento text not null, installazione text not null, quando text not null
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists public.registro_noto`.execute(db);
}
