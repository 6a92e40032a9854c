import { sql, type Kysely } from 'kysely';

/** Creates the jobs as the screens show them. The queue contains only the jobs' ids, and this table is authoritative. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .createTable('processi')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('titolo', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('queued', 'running', 'done', 'error')`))
    .addColumn('progresso', 'smallint', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`progresso between 0 and 100`),
    )
    .addColumn('messaggio', 'text')
    .addColumn('utente', 'text', (c) => c.notNull())
    .addColumn('group_id', 'integer', (c) => c.notNull())
    .addColumn('file', 'text')
    .addColumn('nome_file', 'text')
    .addColumn('dati', 'jsonb', (c) => c.notNull())
    .addColumn('correlation_id', 'text', (c) => c.notNull())
    .addColumn('tentativi', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('creato', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('finito', 'timestamptz')
    .addColumn('scade', 'timestamptz')
    .execute();
  await db.schema.withSchema('public').createIndex('processi_utente').on('processi').columns(['utente', 'creato']).execute();
  await sql`create index processi_aperti on public.processi (creato) where status in ('queued', 'running')`.execute(db);
  await sql`create index processi_scade on public.processi (scade) where scade is not null`.execute(db);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('processi').ifExists().execute();
}
