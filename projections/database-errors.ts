interface DatabaseError {
  /** SQLSTATE of PostgreSQL, or the name of the system's error. */
  code?: string;
  syscall?: string;
  message?: string;
  name?: string;
}

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Connection, too many connections, shutdown and start. */
const AWAY = /^(08...|53300|57P0.)$/;
/** Transactions that may be tried again, resources, lock not available, the system below. */
const PASSING = /^(40...|53...|57...|58...|55P03)$/;
const SAID =
  /connection (terminated|ended|error)|client (was closed|has encountered)|query read timeout|timeout exceeded when trying to connect/i;

/** True when the database cannot be reached, or its connection broke: what was asked says nothing of why. */
export function databaseAway(error: unknown): boolean {
  const { code, syscall, message = '', name } = (error ?? {}) as DatabaseError;
  if (name === 'AggregateError') return (error as AggregateError).errors.some(databaseAway);
  if (typeof code !== 'string') return SAID.test(message);
  // the socket of a database on this machine is a file, gone while it restarts
  if (code === 'ENOENT') return syscall === 'connect';
  return NETWORK.has(code) || AWAY.test(code);
}

/** True when the same statement can succeed later: the database is away, busy, full or in the middle of something. */
export function databasePassing(error: unknown): boolean {
  const { code } = (error ?? {}) as DatabaseError;
  return databaseAway(error) || (typeof code === 'string' && PASSING.test(code));
}
