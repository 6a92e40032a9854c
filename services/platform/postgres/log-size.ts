import { sql, type Kysely } from 'kysely';
import type { WriteDatabase } from './write-tables.ts';

/**
 * Returns the number of events in this database's log and its size in bytes. Positions have no gaps, so the position of the head is the
 * number of events.
 */
export async function logSize(db: Kysely<WriteDatabase>): Promise<{ eventi: number; byte: number }> {
  const {
    rows: [row],
  } = await sql<{
    eventi: number;
    byte: number;
  }>`select position::float8 as eventi, pg_total_relation_size('public.eventi')::float8 as byte from public.eventi_testa`.execute(db);
  return row ?? { eventi: 0, byte: 0 };
}
