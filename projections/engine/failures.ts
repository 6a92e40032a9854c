import { databasePassing } from '../database-errors.ts';

interface PostgresError extends Error {
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/** True when the fact is not to blame: the same batch can succeed later. */
export const transient = (error: unknown): boolean => error instanceof Error && databasePassing(error);

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
