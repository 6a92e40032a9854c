import { NON_RIPARTITO } from './result.ts';

/** Compares two texts by code units, independently of the locale. */
export const plain = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares two sites; `NON_RIPARTITO` always comes last. */
export function byCommessa(a: string, b: string): number {
  if (a === b) return 0;
  if (a === NON_RIPARTITO) return 1;
  return b === NON_RIPARTITO ? -1 : plain(a, b);
}

/** Compares two matricole: numeric ones first, by number, then the others as texts. Keys have no leading zeros. */
export function byMatricola(a: string, b: string): number {
  const [an, bn] = [isDigits(a), isDigits(b)];
  if (an !== bn) return an ? -1 : 1;
  return an ? a.length - b.length || plain(a, b) : plain(a, b);
}

const isDigits = (text: string): boolean => /^\d+$/.test(text);
