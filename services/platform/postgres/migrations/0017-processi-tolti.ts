import { sql, type Kysely } from 'kysely';

/**
 * A job may leave its person's list and still be the firm's (`nascosto`), or be taken away with its
 * files while it stays known that it was done (`tolto`).
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
