import pg from 'pg';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';

// connection, resources, operator intervention, transaction rollback, lock not available, read-only server
const AWAY = /^(08|53|57|40)|^55P03$|^25006$/;
// \u0000 in jsonb, a lone surrogate, NUL in text
const UNSTORABLE = new Set(['22P05', '22P02', '22021']);

/**
 * Translates errors of pg into those of the port. PostgreSQL's own texts are left out where they quote
 * the values, which may be personal data.
 */
export function postgresError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (AWAY.test(code)) return new StoreUnavailable(`PostgreSQL: ${error.message}`, { cause: error });
    if (UNSTORABLE.has(code)) return new Error('the event holds text that PostgreSQL cannot store (NUL or half a surrogate pair)');
    return error;
  }
  const mistake = error instanceof TypeError || error instanceof RangeError || !(error instanceof Error);
  return mistake ? error : new StoreUnavailable(`PostgreSQL: ${error.message}`, { cause: error });
}
