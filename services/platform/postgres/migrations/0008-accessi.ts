import { sql, type Kysely } from 'kysely';

const REFUSE = sql`create function public.accessi_immutabili() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.quando < now() - interval '90 days' then return old; end if;
  raise exception 'public.accessi is append-only for 90 days';
end $$`;

/** Creates the trail of sign-ins, wrong passwords, lockouts and refusals. Rows cannot be changed, and can be deleted only after 90 days. */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .withSchema('public')
    .createTable('accessi')
    .addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('quando', 'timestamptz', (c) => c.notNull())
    .addColumn('tipo', 'text', (c) => c.notNull().check(sql`tipo in ('accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione')`))
    .addColumn('utente', 'text')
    .addColumn('indirizzo', 'text')
    .addColumn('cosa', 'text', (c) => c.notNull())
    .execute();
  await db.schema.withSchema('public').createIndex('accessi_quando').on('accessi').columns(['quando', 'id']).execute();
  await db.schema.withSchema('public').createIndex('accessi_utente').on('accessi').columns(['utente', 'quando']).execute();
  await REFUSE.execute(db);
  await sql`create trigger accessi_immutabili before update or delete on public.accessi for each row execute function public.accessi_immutabili()`.execute(
    db,
  );
  await sql`create trigger accessi_non_svuotabili before truncate on public.accessi for each statement execute function public.accessi_immutabili()`.execute(
    db,
  );
}

// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.withSchema('public').dropTable('accessi').ifExists().execute();
  await sql`drop function if exists public.accessi_immutabili`.execute(db);
}
