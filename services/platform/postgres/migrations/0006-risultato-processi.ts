import { sql, type Kysely } from 'kysely';

/** Adds to jobs their further files, and an outcome that the job's own screen shows. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .alterTable('processi')
    .addColumn('altri_file', sql`text[]`, (c) => c.notNull().defaultTo(sql`'{}'`))
    .addColumn('risultato', 'jsonb')
    .execute();
  await sql`create index processi_tipo on public.processi (tipo, creato)`.execute(db);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop index if exists public.processi_tipo`.execute(db);
  await db.schema.withSchema('public').alterTable('processi').dropColumn('altri_file').dropColumn('risultato').execute();
}
