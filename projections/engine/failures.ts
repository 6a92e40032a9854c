import { isTransientDatabaseError } from '../database-errors.ts';

interface PostgresError extends Error {
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/** True for a database failure that is independent of the event: the same batch can succeed later. */
export const isTransientFailure = (error: unknown): boolean => error instanceof Error && isTransientDatabaseError(error);

/** True for the error of a statement after a failed one in the same transaction; it does not tell the cause. */
const ofAFailedTransaction = (error: unknown): boolean => error instanceof Error && (error as PostgresError).code === '25P02';

/** Returns the root cause among the failures of one transaction, given in order. */
export const rootOf = (failures: readonly unknown[]): unknown => failures.find((error) => !ofAFailedTransaction(error)) ?? failures[0];

/** Returns the values of concurrent work in one transaction; throws the root cause if any failed. */
export function valuesOrCause<T extends readonly PromiseSettledResult<unknown>[]>(
  outcomes: T,
): { [K in keyof T]: T[K] extends PromiseSettledResult<infer V> ? V : never } {
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (failures.length > 0) throw rootOf(failures);
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as never;
}

/** Describes an error for logs and for the state page, without the values in a database's message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'errore sconosciuto';
  const { code, table, column, constraint } = error as PostgresError;
  if (typeof code !== 'string') return `${error.name}: ${error.message}`;
  const where = [table, column ?? constraint].filter(Boolean).join('.');
  return `errore ${code}${where ? ` in ${where}` : ''}`;
}
