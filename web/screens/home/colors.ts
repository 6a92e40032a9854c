import { oncePer } from '#contracts/core/once-per.ts';
import { PALETTE } from '#web/lib/record-color.ts';

/** Opacities of the shades that distinguish machines, which have no colour of their own. */
const SHADES = [1, 0.72, 0.48, 0.28];

/** Returns the content of `rgb(…)`: the record's own colour, otherwise the palette's next. */
export function colorOf(color: string | null | undefined, index: number): string {
  const paletteIndex = color ? PALETTE.indexOf(color.toUpperCase()) : index % PALETTE.length;
  if (paletteIndex >= 0 || !color) return `var(--serie-${Math.max(paletteIndex, 0) + 1})`;
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(' ');
}

/** Colour of work items without a colour. */
export const NO_COLOR = 'var(--ink-3) / .45';

/** Returns a hash of a name, so that the same name gets the same colour everywhere. */
const placeOf = (name: string): number => [...name].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % 1_000_003, 7);

/** Opacities applied when the palette is used up; each makes another set of colours. */
const LIGHTER = ['', ' / .6', ' / .35'];

/**
 * Assigns a distinct colour to each work item of a period. Work items keep their own colour; if several share one, the first by name keeps
 * it. The others take a free palette colour, searched from a position derived from their name.
 */
export const distinctColors = oncePer((items: readonly { lavorazione: string; colore: string | null }[]): ReadonlyMap<string, string> => {
  const colors = new Map<string, string>();
  const usedColors = new Set<string>();
  const give = (name: string, color: string) => {
    colors.set(name, color);
    usedColors.add(color);
  };
  const byName = items.toSorted((a, b) => (a.lavorazione < b.lavorazione ? -1 : 1));
  for (const { lavorazione, colore } of byName) {
    const ownColor = colore ? colorOf(colore, 0) : '';
    if (ownColor && !usedColors.has(ownColor)) give(lavorazione, ownColor);
  }
  const palette = LIGHTER.flatMap((light) => PALETTE.map((_, i) => `var(--serie-${i + 1})${light}`));
  for (const { lavorazione } of byName) {
    if (colors.has(lavorazione)) continue;
    const place = placeOf(lavorazione) % PALETTE.length;
    const turned = LIGHTER.flatMap((_, at) => PALETTE.map((__, i) => palette[at * PALETTE.length + ((place + i) % PALETTE.length)]!));
    give(lavorazione, turned.find((color) => !usedColors.has(color)) ?? turned[0]!);
  }
  return colors;
});

/** Maximum of machines drawn as shades of one colour; more would be indistinguishable. */
const FEW = 4;
export const machineColors = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => (count <= FEW ? shadeOf(i) : colorOf(null, i)));

const shadeOf = (index: number): string => `var(--accent-ink) / ${SHADES[index % SHADES.length]}`;

/** Number of the theme's tint classes. */
export const TINTS = 24;

/** Returns CSS variables that give the classes `fill-tinta-1 …` inside an element these colours. */
export const tints = (colors: readonly string[]): Record<string, string> =>
  Object.fromEntries(colors.slice(0, TINTS).map((color, i) => [`--tinta-${i + 1}`, color]));

export const tintName = (index: number): string => `tinta-${(index % TINTS) + 1}`;
