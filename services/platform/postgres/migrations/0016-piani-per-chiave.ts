import { sql, type Kysely } from 'kysely';

/**
 * Functions that must always use an index. A connection that planned their queries while the log was empty would otherwise scan the whole
 * log at every append.
 */
const BY_KEY = ['public.eventi_aggiungi', 'public.numero_per'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of BY_KEY) await sql.raw(`alter function ${name} set enable_seqscan = off`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of BY_KEY) await sql.raw(`alter function ${name} reset enable_seqscan`).execute(db);
}
