/** Error codes of a full disk: PostgreSQL's, the operating system's, and the one of an exceeded disk quota. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Checks whether an error or one of its causes says that a disk is full: the database's or this machine's. */
export function diskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && FULL.has(code)) || (cause !== undefined && cause !== error && diskFull(cause));
}
