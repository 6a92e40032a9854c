import { addDays, daysBetween } from '../../core/dates.ts';

/** The day `months` after `from` (YYYY-MM-DD); the last of the month where that month is shorter: 31 August + 6 is 28 (29) February. */
export function addMonths(from: string, months: number): string {
  const [year, month, day] = [Number(from.slice(0, 4)), Number(from.slice(5, 7)), Number(from.slice(8))];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(day, last) - 1);
}

/** What a renewal of the day `dal` proposes; `null` for a kind whose date is the one on the document. */
export const computedExpiry = (dal: string, mesi: number | null): string | null => (mesi === null ? null : addMonths(dal, mesi));

/** A declared date that comes before the computed one: it wins, and is shown so. */
export const isAnticipated = (declared: string | null, computed: string | null): boolean =>
  declared !== null && computed !== null && declared < computed;

export type Fascia = 'scaduto' | '7' | '30' | '60' | '90' | 'oltre' | 'assente';

/** In the order in which the board shows them. */
export const FASCE: readonly Fascia[] = ['scaduto', '7', '30', '60', '90', 'oltre', 'assente'];

/** The band of a due date so many days ahead; none: `null`, which is missing. They exclude each other, a date equal to today is expired. */
export function bandOf(days: number | null): Fascia {
  if (days === null) return 'assente';
  if (days <= 0) return 'scaduto';
  return days <= 7 ? '7' : days <= 30 ? '30' : days <= 60 ? '60' : days <= 90 ? '90' : 'oltre';
}

/** Days from `today` to the date, negative when it is past; `null` without a date. */
export const daysTo = (scadenza: string | null, today: string): number | null => (scadenza === null ? null : daysBetween(today, scadenza));
