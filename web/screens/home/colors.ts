import { oncePer } from '#contracts/core/once-per.ts';
import { PALETTE } from '#web/lib/record-color.ts';

/** Machines have no colour of their own: shades of one. */
const SHADES = [1, 0.72, 0.48, 0.28];

/** Returns the content of `rgb(…)`: the record's own colour, otherwise the palette's next. */
export function colorOf(own: string | null | undefined, index: number): string {
  const known = own ? PALETTE.indexOf(own.toUpperCase()) : index % PALETTE.length;
  if (known >= 0 || !own) return `var(--serie-${Math.max(known, 0) + 1})`;
  return [1, 3, 5].map((at) => Number.parseInt(own.slice(at, at + 2), 16)).join(' ');
}

/** Work items, or whatever is drawn together, that say no colour. */
export const NO_COLOR = 'var(--ink-3) / .45';

/** The same for a name wherever it is drawn. */
const placeOf = (name: string): number => [...name].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % 1_000_003, 7);

/** As many again, lighter, when the palette is used up. */
const LIGHTER = ['', ' / .6', ' / .35'];

/**
 * A colour for each work item of a period, no two alike: its own; of those that share one the first by name keeps it,
 * and those left over take the first free one of the palette from a place that their name says.
 */
export const distinctColors = oncePer((items: readonly { lavorazione: string; colore: string | null }[]): ReadonlyMap<string, string> => {
  const colors = new Map<string, string>();
  const taken = new Set<string>();
  const give = (name: string, color: string) => {
    colors.set(name, color);
    taken.add(color);
  };
  const byName = items.toSorted((a, b) => (a.lavorazione < b.lavorazione ? -1 : 1));
  for (const { lavorazione, colore } of byName) {
    const own = colore ? colorOf(colore, 0) : '';
    if (own && !taken.has(own)) give(lavorazione, own);
  }
  const palette = LIGHTER.flatMap((light) => PALETTE.map((_, i) => `var(--serie-${i + 1})${light}`));
  for (const { lavorazione } of byName) {
    if (colors.has(lavorazione)) continue;
    const place = placeOf(lavorazione) % PALETTE.length;
    const turned = LIGHTER.flatMap((_, at) => PALETTE.map((__, i) => palette[at * PALETTE.length + ((place + i) % PALETTE.length)]!));
    give(lavorazione, turned.find((color) => !taken.has(color)) ?? turned[0]!);
  }
  return colors;
});

/** A few machines are shades of one, as they are of one kind; more could not be told apart. */
const FEW = 4;
export const machineColors = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => (count <= FEW ? shadeOf(i) : colorOf(null, i)));

const shadeOf = (index: number): string => `var(--accent-ink) / ${SHADES[index % SHADES.length]}`;

/** As many as the theme has classes for. */
export const TINTS = 24;

/** The classes `fill-tinta-1 …` of what is drawn inside take these colours. */
export const tints = (colors: readonly string[]): Record<string, string> =>
  Object.fromEntries(colors.slice(0, TINTS).map((color, i) => [`--tinta-${i + 1}`, color]));

export const tintName = (index: number): string => `tinta-${(index % TINTS) + 1}`;
