import { sql, type Kysely } from 'kysely';

/**
 * Adds two states to jobs. `nascosto` removes a job from its person's list and leaves it in the firm's. `tolto` is the time at which the
 * job's files were deleted, while the job itself stays listed as done.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .alterTable('processi')
    .addColumn('nascosto', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('tolto', 'timestamptz')
    .execute();
  await sql`create index processi_dati_contabilita on public.processi using gin (dati jsonb_path_ops) where tipo = 'contabilita-lavoratori'`.execute(
    db,
  );
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop index if exists public.processi_dati_contabilita`.execute(db);
  await db.schema.withSchema('public').alterTable('processi').dropColumn('nascosto').dropColumn('tolto').execute();
}
