import { join } from 'node:path';

/** Lets programs that specs start share what Node compiled, as `make run` does: two fifths of the processor time of a start. */
export function compileOnce(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile');
}
