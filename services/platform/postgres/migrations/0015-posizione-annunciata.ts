import { sql, type Kysely } from 'kysely';

/** Adds the log's new position to the notification of an append, so that a reader that already has it need not query. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await announcing(db, `pg_notify('eventi', '')`, `pg_notify('eventi', v_testa::text)`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await announcing(db, `pg_notify('eventi', v_testa::text)`, `pg_notify('eventi', '')`);
}

/** Replaces in the function `eventi_aggiungi` the statement that sends the notification. */
async function announcing(db: Kysely<unknown>, before: string, after: string): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('public.eventi_aggiungi'::regproc) as text`.execute(db);
  const text = rows[0]?.text ?? '';
  if (!text.includes(before)) throw new Error(`eventi_aggiungi does not announce by ${before}`);
  await sql.raw(text.replace(before, after)).execute(db);
}
