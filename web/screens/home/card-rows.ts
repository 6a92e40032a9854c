import type { LegendItem, Righe, VoceGiorno } from '#contracts/modules/analisi.ts';
import { distinctColors, NO_COLOR } from './colors.ts';
import { entries } from './model.ts';

interface Sizes {
  share: readonly Righe['share'][];
  legend: readonly LegendItem[];
}

/**
 * Rows of a card: those of one unit together, the unit and in it the work item with most euro first. Quantities of two units are not
 * compared.
 */
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

/** Decimals of a work item's average: one more than its quantities were entered with. */
export function averageDecimals(perDay: readonly Righe['perDay'][]): Map<string | null, number> {
  const entered = new Map<string | null, number>();
  for (const { lavorazione, quantita } of perDay.flatMap((row) => entries<VoceGiorno>(row)))
    entered.set(lavorazione, Math.max(entered.get(lavorazione) ?? 0, decimalsOf(quantita)));
  return new Map([...entered].map(([name, decimals]) => [name, Math.min(decimals + 1, DECIMALS)]));
}

/** A card names so many work items; the others are behind "Altre". */
export const MOST_ITEMS = 4;

/** Lines of a card of so many work items; as if there were most of them while it is not known. */
export const linesOf = (items: number | undefined): number => Math.min(items ?? MOST_ITEMS, MOST_ITEMS + 1);

/** Heights in px of the row of cards, of a line in it, and of the ring: few lines are higher, so that no card is half empty. */
export function rowHeights(lines: number): { card: number; line: number; ring: number } {
  const line = lines <= 2 ? 36 : lines === 3 ? 28 : 24;
  return lines > MOST_ITEMS ? { card: 160, line, ring: 136 } : { card: 136, line, ring: 112 };
}
