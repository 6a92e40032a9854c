import { sql, type Kysely } from 'kysely';

/** Adds to jobs the rights that their request required. Whoever reads a job's result must hold these rights at that time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.processi add column diritti jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public.processi drop column if exists diritti`.execute(db);
}
