import { sql, type Kysely } from 'kysely';

/** Adds to a change of many the groups of its entries in the folded trail, one for each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.modifiche add column gruppi text[] not null default '{}'`.execute(db);
  await sql`create index modifiche_gruppi on public.modifiche using gin (gruppi)`.execute(db);
  await sql`create index modifiche_annulla on public.modifiche (annulla) where annulla is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists public.modifiche_annulla`.execute(db);
  await sql`alter table public.modifiche drop column if exists gruppi`.execute(db);
}
