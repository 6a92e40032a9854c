/**
 * SQLSTATE classes of a database that is away or busy (connection, resources, shutdown, system) and
 * of transactions that may just be tried again (rollback, lock).
 */
const TRANSITORI = /^(08|40|53|57|58|55P03)/;
const RETE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

interface ErrorePostgres extends Error {
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/** True when the fact is not to blame: the same batch can succeed later. */
export function transitorio(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as ErrorePostgres;
  if (typeof code === 'string') return RETE.has(code) || (/^[0-9A-Z]{5}$/.test(code) && TRANSITORI.test(code));
  return /connection (terminated|ended|error)|client (was closed|has encountered)|timeout exceeded when trying to connect/i.test(error.message);
}

/** For logs and for the state page: the values in a database's message stay out of both. */
export function descrivi(error: unknown): string {
  if (!(error instanceof Error)) return 'errore sconosciuto';
  const { code, table, column, constraint } = error as ErrorePostgres;
  if (typeof code !== 'string') return `${error.name}: ${error.message}`;
  const dove = [table, column ?? constraint].filter(Boolean).join('.');
  return `errore ${code}${dove ? ` in ${dove}` : ''}`;
}
