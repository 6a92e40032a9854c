import { addDays, daysBetween } from '../../core/dates.ts';

/** Returns the day `months` after `from` (YYYY-MM-DD). In a shorter month, the last day: 31 August + 6 is 28 (29) February. */
export function addMonths(from: string, months: number): string {
  const [year, month, day] = [Number(from.slice(0, 4)), Number(from.slice(5, 7)), Number(from.slice(8))];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(day, last) - 1);
}

/** Returns the expiry that a renewal on the day `dal` proposes; `null` for a kind whose date is the one on the document. */
export const computedExpiry = (dal: string, mesi: number | null): string | null => (mesi === null ? null : addMonths(dal, mesi));

/** Checks whether a declared date precedes the computed one; the declared date then applies and is marked. */
export const isAnticipated = (declared: string | null, computed: string | null): boolean =>
  declared !== null && computed !== null && declared < computed;

export type Fascia = 'scaduto' | '7' | '30' | '60' | '90' | 'oltre' | 'assente';

/** Bands in the order of the board. */
export const FASCE: readonly Fascia[] = ['scaduto', '7', '30', '60', '90', 'oltre', 'assente'];

/**
 * Returns the band of a due date `days` ahead; `null` (no date) counts as missing. Bands are disjoint; a date equal to today is expired.
 */
export function bandOf(days: number | null): Fascia {
  if (days === null) return 'assente';
  if (days <= 0) return 'scaduto';
  return days <= 7 ? '7' : days <= 30 ? '30' : days <= 60 ? '60' : days <= 90 ? '90' : 'oltre';
}

/** Returns the days from `today` to the date, negative when past; `null` without a date. */
export const daysTo = (scadenza: string | null, today: string): number | null => (scadenza === null ? null : daysBetween(today, scadenza));
