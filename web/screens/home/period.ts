import { addDays, daysBetween, isCalendarDate } from '#contracts/core/dates.ts';
import { periodAround, periodLabel, type Period } from '#web/ui/period/period-steps.ts';

/** From the Monday of the week to one week later (part 1, section 9). */
export function defaultPeriod(today: string): Period {
  const back = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -back);
  return { dal: monday, al: addDays(monday, 7) };
}

/** The period of an address; the default one where it names none, or none that makes sense. */
export function periodOf(query: URLSearchParams, today: string): Period {
  const [dal, al] = [query.get('dal') ?? '', query.get('al') ?? ''];
  return isCalendarDate(dal) && isCalendarDate(al) && dal <= al ? { dal, al } : defaultPeriod(today);
}

/** Length of a bar in time. */
export type Grain = 'day' | 'week' | 'month' | 'year';

/** As many bars as a chart has room for; of anything longer, years. */
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

/** A bar's part of the period: the first and the last may be shorter than the others. */
export interface Step extends Period {
  /** Its first day. */
  id: string;
  /** Under the bar. */
  label: string;
  /** Over its figures. */
  title: string;
  /** In a table: a day's date, as everywhere. */
  name: string;
}

/** Every step of a period, also those in which nothing was done: bars stand where their days are. */
export function stepsOf(period: Period, grain = grainOf(period)): Step[] {
  const steps: Step[] = [];
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

/** "mer 11", "16 nov", "nov", "2026"; with its year where the period has days of two. */
function stepLabel(day: string, grain: Grain, { dal, al }: Period): string {
  const year = day.slice(0, 4);
  if (grain === 'year') return year;
  const crossing = dal.slice(0, 4) !== al.slice(0, 4);
  const month = MONTHS[Number(day.slice(5, 7)) - 1];
  const date = Number(day.slice(8));
  if (!crossing && grain === 'day' && daysBetween(dal, al) < 31) return `${WEEKDAYS[weekday(day)]} ${date}`;
  return [...(grain === 'month' ? [] : [date]), month, ...(crossing ? [year.slice(2)] : [])].join(' ');
}

/** "mercoledì 2026-11-11". */
const dayName = (date: string): string => `${WEEKDAYS_LONG[weekday(date)]} ${date}`;

const PER: Readonly<Record<Grain, string>> = { day: 'al giorno', week: 'a settimana', month: 'al mese', year: "all'anno" };

/** "a settimana": what a bar stands for. */
export const perGrain = (grain: Grain): string => PER[grain];
