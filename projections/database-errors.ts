interface DatabaseError {
  /** SQLSTATE of PostgreSQL, or the name of the system's error. */
  code?: string;
  syscall?: string;
  message?: string;
  name?: string;
}

const NETWORK_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** SQLSTATE of a failed connection, of too many connections, or of a server that shuts down or starts. */
const UNREACHABLE = /^(08...|53300|57P0.)$/;
/** SQLSTATE of a retryable transaction, of lacking resources, of an operator's intervention, of a system error, or of an unavailable lock. */
const TRANSIENT = /^(40...|53...|57...|58...|55P03)$/;
const UNREACHABLE_MESSAGE =
  /connection (terminated|ended|error)|client (was closed|has encountered)|query read timeout|timeout exceeded when trying to connect/i;

/** Checks whether an error means that the database is unreachable or the connection broke. The statement is not the cause. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const { code, syscall, message = '', name } = (error ?? {}) as DatabaseError;
  if (name === 'AggregateError') return (error as AggregateError).errors.some(isDatabaseUnreachable);
  if (typeof code !== 'string') return UNREACHABLE_MESSAGE.test(message);
  // a local database listens on a socket file, which does not exist while PostgreSQL restarts
  if (code === 'ENOENT') return syscall === 'connect';
  return NETWORK_ERRORS.has(code) || UNREACHABLE.test(code);
}

/** Checks whether the same statement can succeed later: the database is unreachable, busy or full, or another transaction interfered. */
export function isTransientDatabaseError(error: unknown): boolean {
  const { code } = (error ?? {}) as DatabaseError;
  return isDatabaseUnreachable(error) || (typeof code === 'string' && TRANSIENT.test(code));
}
