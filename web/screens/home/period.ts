import { addDays, daysBetween, isCalendarDate } from '#contracts/core/dates.ts';
import { periodAround, periodLabel, type Period } from '#web/ui/period/period-steps.ts';

/** Returns the default period: from Monday of the current week to the next Monday (part 1, section 9). */
export function defaultPeriod(today: string): Period {
  const back = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -back);
  return { dal: monday, al: addDays(monday, 7) };
}

/** Returns the period in an address; the default if the address has no valid one. */
export function periodOf(query: URLSearchParams, today: string): Period {
  const [dal, al] = [query.get('dal') ?? '', query.get('al') ?? ''];
  return isCalendarDate(dal) && isCalendarDate(al) && dal <= al ? { dal, al } : defaultPeriod(today);
}

/** Length of a bar in time. */
export type Grain = 'day' | 'week' | 'month' | 'year';

/** Maximum length of a period, in days, for bars of a day, a week and a month; beyond, bars are years. */
const MOST_DAYS = 45;
const MOST_WEEKS_IN_DAYS = 190;
const MOST_MONTHS_IN_DAYS = 3700;

export function grainOf({ dal, al }: Period): Grain {
  const length = daysBetween(dal, al) + 1;
  return length <= MOST_DAYS ? 'day' : length <= MOST_WEEKS_IN_DAYS ? 'week' : length <= MOST_MONTHS_IN_DAYS ? 'month' : 'year';
}

const WHOLE: Readonly<Record<Grain, (day: string) => Period>> = {
  day: (day) => ({ dal: day, al: day }),
  week: (day) => periodAround('settimana', day),
  month: (day) => periodAround('mese', day),
  year: (day) => periodAround('anno', day),
};

/** Part of the period that one bar stands for; the first and last may be shorter. */
export interface PeriodPart extends Period {
  /** First day of the step. */
  id: string;
  /** Label under the bar. */
  label: string;
  /** Heading of the bar's tooltip. */
  title: string;
  /** Name in a table; for a day its date. */
  name: string;
}

/** Returns all steps of a period, also those without data, so that bars keep their place in time. */
export function stepsOf(period: Period, grain = grainOf(period)): PeriodPart[] {
  const steps: PeriodPart[] = [];
  for (let dal = period.dal; dal <= period.al;) {
    const end = WHOLE[grain](dal).al;
    const al = end < period.al ? end : period.al;
    const name = grain === 'day' ? dal : periodLabel({ dal, al });
    steps.push({ id: dal, dal, al, label: stepLabel(dal, grain, period), name, title: grain === 'day' ? dayName(dal) : name });
    dal = addDays(al, 1);
  }
  return steps;
}

/** Returns the `id` of the step that contains a day. */
export function stepOf(day: string, { dal }: Period, grain: Grain): string {
  const start = WHOLE[grain](day).dal;
  return start > dal ? start : dal;
}

const WEEKDAYS = ['dom', 'lun', 'mar', 'mer', 'gio', 'ven', 'sab'];
const WEEKDAYS_LONG = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'];
const MONTHS = 'gen feb mar apr mag giu lug ago set ott nov dic'.split(' ');
const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** Returns the label of a bar: "mer 11", "16 nov", "nov", "2026"; with its year if the period spans two. */
function stepLabel(day: string, grain: Grain, { dal, al }: Period): string {
  const year = day.slice(0, 4);
  if (grain === 'year') return year;
  const crossing = dal.slice(0, 4) !== al.slice(0, 4);
  const month = MONTHS[Number(day.slice(5, 7)) - 1];
  const date = Number(day.slice(8));
  if (!crossing && grain === 'day' && daysBetween(dal, al) < 31) return `${WEEKDAYS[weekday(day)]} ${date}`;
  return [...(grain === 'month' ? [] : [date]), month, ...(crossing ? [year.slice(2)] : [])].join(' ');
}

/** Formats a day with its weekday: "mercoledì 2026-11-11". */
const dayName = (date: string): string => `${WEEKDAYS_LONG[weekday(date)]} ${date}`;

const PER: Readonly<Record<Grain, string>> = { day: 'al giorno', week: 'a settimana', month: 'al mese', year: "all'anno" };

/** Returns the words for the time that a bar stands for: "a settimana". */
export const perGrain = (grain: Grain): string => PER[grain];
