import { sql, type Kysely } from 'kysely';

/** Adds to jobs their cancellation, their worker, and the number of times that a worker died while running them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.processi
    add column annulla timestamptz,
    add column annullato_da text,
    add column esecutore text,
    add column interrotto integer not null default 0,
    drop constraint processi_status_check,
    add constraint processi_status_check check (status in ('queued', 'running', 'done', 'error', 'annullato'))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update public.processi set status = 'error' where status = 'annullato'`.execute(db);
  await sql`alter table public.processi
    drop column annulla,
    drop column annullato_da,
    drop column esecutore,
    drop column interrotto,
    drop constraint processi_status_check,
    add constraint processi_status_check check (status in ('queued', 'running', 'done', 'error'))`.execute(db);
}
