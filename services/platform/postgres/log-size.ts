import { sql, type Kysely } from 'kysely';
import type { WriteDatabase } from './write-tables.ts';

/** Events and bytes of the log in this database. It numbers its events without a gap: its head is their number. */
export async function logSize(db: Kysely<WriteDatabase>): Promise<{ eventi: number; byte: number }> {
  const {
    rows: [row],
  } = await sql<{
    eventi: number;
    byte: number;
  }>`select position::float8 as eventi, pg_total_relation_size('public.eventi')::float8 as byte from public.eventi_testa`.execute(db);
  return row ?? { eventi: 0, byte: 0 };
}
