import { sql, type Kysely } from 'kysely';

/**
 * What these functions ask is always found by a key, however large the tables have become since a
 * connection planned it: a plan made for an empty log would read all of a full one at every append.
 */
const BY_KEY = ['public.eventi_aggiungi', 'public.numero_per'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of BY_KEY) await sql.raw(`alter function ${name} set enable_seqscan = off`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of BY_KEY) await sql.raw(`alter function ${name} reset enable_seqscan`).execute(db);
}
