import { sql, type Kysely } from 'kysely';

/** The rights that asking for a job took: whoever reads its result must hold them on that day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.processi add column diritti jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.processi drop column if exists diritti`.execute(db);
}
