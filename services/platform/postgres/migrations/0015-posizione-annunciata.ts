import { sql, type Kysely } from 'kysely';

/** An append announces how far the log is now: a reader that knows so much need not look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await announcing(db, `pg_notify('eventi', '')`, `pg_notify('eventi', v_testa::text)`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await announcing(db, `pg_notify('eventi', v_testa::text)`, `pg_notify('eventi', '')`);
}

/** The function as it is, but for how it announces. */
async function announcing(db: Kysely<unknown>, before: string, after: string): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('public.eventi_aggiungi'::regproc) as text`.execute(db);
  const text = rows[0]?.text ?? '';
  if (!text.includes(before)) throw new Error(`eventi_aggiungi does not announce by ${before}`);
  await sql.raw(text.replace(before, after)).execute(db);
}
