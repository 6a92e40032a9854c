/**
 * SQLSTATE classes of a database that is away or busy (connection, resources, shutdown, system) and
 * of transactions that may just be tried again (rollback, lock).
 */
const TRANSIENT = /^(08|40|53|57|58|55P03)/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

interface PostgresError extends Error {
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/** True when the fact is not to blame: the same batch can succeed later. */
export function transient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as PostgresError;
  if (typeof code === 'string') return NETWORK.has(code) || (/^[0-9A-Z]{5}$/.test(code) && TRANSIENT.test(code));
  return /connection (terminated|ended|error)|client (was closed|has encountered)|query read timeout|timeout exceeded when trying to connect/i.test(
    error.message,
  );
}

/** True for a statement that came after the one that failed: it says nothing of why. */
const ofAFailedTransaction = (error: unknown): boolean => error instanceof Error && (error as PostgresError).code === '25P02';

/** Of what failed in one transaction, in its order: why, rather than what came of that. */
export const rootOf = (failures: readonly unknown[]): unknown => failures.find((error) => !ofAFailedTransaction(error)) ?? failures[0];

/** What was done beside each other in one transaction, or why it failed, rather than what came of that. */
export function fulfilled<T extends readonly PromiseSettledResult<unknown>[]>(
  outcomes: T,
): { [K in keyof T]: T[K] extends PromiseSettledResult<infer V> ? V : never } {
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (failures.length > 0) throw rootOf(failures);
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as never;
}

/** For logs and for the state page: the values in a database's message stay out of both. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'errore sconosciuto';
  const { code, table, column, constraint } = error as PostgresError;
  if (typeof code !== 'string') return `${error.name}: ${error.message}`;
  const where = [table, column ?? constraint].filter(Boolean).join('.');
  return `errore ${code}${where ? ` in ${where}` : ''}`;
}
