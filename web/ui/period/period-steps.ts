import { addDays, daysBetween } from '#contracts/core/dates.ts';
import { comparablePart, firstOfMonth, isWholeMonths, lastOfMonth, monthsOf, previous, type Period } from '#contracts/core/period.ts';

export type { Period };

export const UNITS = [
  { value: 'settimana', label: 'Settimana' },
  { value: 'mese', label: 'Mese' },
  { value: 'anno', label: 'Anno' },
] as const;
export type Unit = (typeof UNITS)[number]['value'];

const MONTHS = 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ');
const WEEK = 7;

/** Returns a month by its number, counted from January of `year`; 0 is the December before. */
const monthOf = (year: number, month: number): Period => {
  const name = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 7);
  return { dal: firstOfMonth(name), al: lastOfMonth(name) };
};
const yearAndMonth = (day: string): [number, number] => [Number(day.slice(0, 4)), Number(day.slice(5, 7))];

/** Returns the week (from Monday), month or year that contains a day. */
export function periodAround(unit: Unit, day: string): Period {
  const [year, month] = yearAndMonth(day);
  if (unit === 'mese') return monthOf(year, month);
  if (unit === 'anno') return { dal: `${day.slice(0, 4)}-01-01`, al: `${day.slice(0, 4)}-12-31` };
  const monday = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % WEEK));
  return { dal: monday, al: addDays(monday, WEEK - 1) };
}

/**
 * Returns the unit that a period is a whole of, else `null`. A week may include the next Monday, as the home's
 * first period does.
 */
export function unitOf({ dal, al }: Period): Unit | null {
  for (const { value } of UNITS) {
    const whole = periodAround(value, dal);
    if (whole.dal === dal && (whole.al === al || (value === 'settimana' && addDays(whole.al, 1) === al))) return value;
  }
  return null;
}

/** Returns the period before (-1) or after (1): a week from Monday to Sunday, a month, a year, or as many days. */
export function stepPeriod(period: Period, by: -1 | 1): Period {
  const unit = unitOf(period);
  const days = daysBetween(period.dal, period.al) + 1;
  if (unit === null) return { dal: addDays(period.dal, by * days), al: addDays(period.al, by * days) };
  if (unit === 'settimana') return periodAround(unit, addDays(period.dal, by * WEEK));
  const [year, month] = yearAndMonth(period.dal);
  return unit === 'anno' ? periodAround('anno', `${String(year + by).padStart(4, '0')}-01-01`) : monthOf(year, month + by);
}

const daysIn = ({ dal, al }: Period): number => daysBetween(dal, al) + 1;

/** Formats a period: "novembre 2026", "2026", "16 – 22 nov 2026", "30 nov 2026 – 3 gen 2027". */
export function periodLabel({ dal, al }: Period): string {
  const unit = unitOf({ dal, al });
  const [year, month] = yearAndMonth(dal);
  if (unit === 'anno') return String(year);
  if (unit === 'mese') return `${MONTHS[month - 1]} ${year}`;
  const [lastYear, lastMonth] = yearAndMonth(al);
  if (dal === al) return `${shortDay(dal)} ${year}`;
  if (year !== lastYear) return `${shortDay(dal)} ${year} – ${shortDay(al)} ${lastYear}`;
  return month === lastMonth ? `${Number(dal.slice(8))} – ${shortDay(al)} ${year}` : `${shortDay(dal)} – ${shortDay(al)} ${year}`;
}

/** Formats a day without its year: "16 nov". */
export const shortDay = (day: string): string => `${Number(day.slice(8))} ${MONTHS[yearAndMonth(day)[1] - 1]!.slice(0, 3)}`;

/** Names the period before this one: "ottobre", "il 2025", "i 7 giorni prima". */
export function previousInWords(period: Period): string {
  const unit = unitOf(period);
  const before = previous(period);
  if (unit === 'mese') return MONTHS[yearAndMonth(before.dal)[1] - 1]!;
  if (unit === 'anno') return `il ${before.dal.slice(0, 4)}`;
  const days = daysIn(period);
  if (isWholeMonths(period)) {
    const earlier = daysIn(previous(period));
    return `i ${monthsOf(period).length} mesi prima${earlier === days ? '' : ` (${earlier} giorni contro ${days})`}`;
  }
  return days === 1 ? 'il giorno prima' : unit === 'settimana' ? 'la settimana prima' : `i ${days} giorni prima`;
}

/** The period that another is compared with, and its name. */
export interface ComparedPeriod extends Period {
  words: string;
}

/** Returns the period before, with its name. For a period still running, it is as long as the days passed so far. */
export function comparedWith(period: Period, today: string): ComparedPeriod {
  const [before, previousPeriod] = [comparablePart(period, today), previous(period)];
  const words = previousInWords(period);
  return { ...before, words: before.al < previousPeriod.al ? `${words} fino al ${shortDay(before.al)}` : words };
}
