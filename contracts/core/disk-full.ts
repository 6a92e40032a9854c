/** Of PostgreSQL, of the system, and of a system that counts what each may store. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** True when what was to be written found no room, on the database's disk or on ours; whatever it was wrapped in. */
export function diskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && FULL.has(code)) || (cause !== undefined && cause !== error && diskFull(cause));
}
