import type { LegendItem, Righe } from '#contracts/modules/analisi.ts';

interface Sizes {
  share: readonly Righe['share'][];
  legend: readonly LegendItem[];
}

/** Rows of a card: those of one unit together, the unit and in it the work item with most euro first. Quantities of two units are not compared. */
export function cardRows<R extends { lavorazione: string | null }>(rows: readonly R[], { share, legend }: Sizes): R[] {
  const euro = new Map(share.map(({ lavorazione, value }) => [lavorazione, value]));
  const unit = new Map<string | null, string>(legend.map(({ lavorazione, um }) => [lavorazione, um ?? '']));
  const bySize = rows.toSorted((a, b) => (euro.get(b.lavorazione) ?? 0) - (euro.get(a.lavorazione) ?? 0));
  return [...Map.groupBy(bySize, ({ lavorazione }) => unit.get(lavorazione) ?? '').values()].flat();
}
