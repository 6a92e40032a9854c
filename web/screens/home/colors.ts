import { PALETTE } from '#web/lib/record-color.ts';

/** Machines have no colour of their own: shades of one. */
const SHADES = [1, 0.78, 0.58, 0.4, 0.89, 0.68, 0.49, 0.31];

/** What stands inside `rgb(…)`: the record's own colour, else the palette's next. */
export function colorOf(own: string | null | undefined, index: number): string {
  const known = own ? PALETTE.indexOf(own.toUpperCase()) : index % PALETTE.length;
  if (known >= 0 || !own) return `var(--serie-${Math.max(known, 0) + 1})`;
  return [1, 3, 5].map((at) => Number.parseInt(own.slice(at, at + 2), 16)).join(' ');
}

export const shadeOf = (index: number): string => `var(--accent-ink) / ${SHADES[index % SHADES.length]}`;

/** As many as the theme has classes for. */
export const TINTS = 24;

/** The classes `fill-tinta-1 …` of what is drawn inside take these colours. */
export const tints = (colors: readonly string[]): Record<string, string> =>
  Object.fromEntries(colors.slice(0, TINTS).map((color, i) => [`--tinta-${i + 1}`, color]));

export const tintName = (index: number): string => `tinta-${(index % TINTS) + 1}`;
