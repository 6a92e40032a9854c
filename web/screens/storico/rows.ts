import type { HistoryItem } from '#contracts/core/history.ts';
import { entryKey } from '#web/registers/history/history.api.ts';
import { formatDay, formatDayHeading } from '#web/lib/format.ts';

/** A row of the portal's history. */
export interface TrailRow extends HistoryItem {
  /** One of the entries of an unfolded row. */
  inside?: boolean;
}

export const trailKey = (row: TrailRow): string => `${entryKey(row)}${row.insieme ? '/*' : ''}`;

/** Inserts the entries of unfolded rows below them; `entriesOf` returns the entries of a row, as far as loaded. */
export const unfoldRows = (
  rows: readonly HistoryItem[],
  entriesOf: (gruppo: string) => readonly HistoryItem[] | undefined,
): readonly TrailRow[] =>
  rows.flatMap((row): TrailRow[] => {
    const entries = row.insieme && entriesOf(row.insieme.gruppo);
    return [row, ...(entries ?? []).map((entry) => ({ ...entry, inside: true }))];
  });

/** Returns the heading of a day's first row. */
export const dayHeading = (row: TrailRow, before: TrailRow | undefined): string | undefined =>
  before && formatDay(before.quando) === formatDay(row.quando) ? undefined : formatDayHeading(row.quando);
