import type { LegendItem, Righe, VoceGiorno } from '#contracts/modules/analisi.ts';
import { distinctColors, NO_COLOR } from './colors.ts';
import { entries } from './model.ts';

interface Sizes {
  share: readonly Righe['share'][];
  legend: readonly LegendItem[];
}

/** Sorts the rows of a card: grouped by unit, with the largest work item in euro first. Quantities of different units are not compared. */
export function cardRows<R extends { lavorazione: string | null }>(rows: readonly R[], { share, legend }: Sizes): R[] {
  const euro = new Map(share.map(({ lavorazione, value }) => [lavorazione, value]));
  const unit = new Map<string | null, string>(legend.map(({ lavorazione, um }) => [lavorazione, um ?? '']));
  const bySize = rows.toSorted((a, b) => (euro.get(b.lavorazione) ?? 0) - (euro.get(a.lavorazione) ?? 0));
  return [...Map.groupBy(bySize, ({ lavorazione }) => unit.get(lavorazione) ?? '').values()].flat();
}

export const colorIn = (legend: readonly LegendItem[], name: string | null): string => distinctColors(legend).get(name ?? '') ?? NO_COLOR;

/** Maximum number of decimals of a quantity. */
export const DECIMALS = 3;

const decimalsOf = (value: number): number => (String(Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS).split('.')[1] ?? '').length;

/** Returns the decimals of each work item's average: one more than its quantities have. */
export function averageDecimals(perDay: readonly Righe['perDay'][]): Map<string | null, number> {
  const entered = new Map<string | null, number>();
  for (const { lavorazione, quantita } of perDay.flatMap((row) => entries<VoceGiorno>(row)))
    entered.set(lavorazione, Math.max(entered.get(lavorazione) ?? 0, decimalsOf(quantita)));
  return new Map([...entered].map(([name, decimals]) => [name, Math.min(decimals + 1, DECIMALS)]));
}

/** Maximum of work items in a card; a button "Altre" shows the others. */
export const MOST_ITEMS = 4;

/** Returns the number of lines of a card; the maximum while the number of items is unknown. */
export const linesOf = (items: number | undefined): number => Math.min(items ?? MOST_ITEMS, MOST_ITEMS + 1);

/** Returns the heights in px of the row of cards, of a line, and of the ring. Few lines are higher, so that no card is half empty. */
export function rowHeights(lines: number): { card: number; line: number; ring: number } {
  const line = lines <= 2 ? 36 : lines === 3 ? 28 : 24;
  return lines > MOST_ITEMS ? { card: 160, line, ring: 136 } : { card: 136, line, ring: 112 };
}
