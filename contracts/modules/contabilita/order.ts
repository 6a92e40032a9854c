import { NON_RIPARTITO } from './result.ts';

/** Orders that never depend on a locale. */
export const plain = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `NON_RIPARTITO` is always the last. */
export function byCommessa(a: string, b: string): number {
  if (a === b) return 0;
  if (a === NON_RIPARTITO) return 1;
  return b === NON_RIPARTITO ? -1 : plain(a, b);
}

/** All-digit ones first, by number; then the others. Keys have no leading zeros. */
export function byMatricola(a: string, b: string): number {
  const [an, bn] = [isDigits(a), isDigits(b)];
  if (an !== bn) return an ? -1 : 1;
  return an ? a.length - b.length || plain(a, b) : plain(a, b);
}

const isDigits = (text: string): boolean => /^\d+$/.test(text);
