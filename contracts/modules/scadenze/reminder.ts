import { addDays, daysBetween } from '../../core/dates.ts';

/** Default lead times in days, if the kind sets none; after the last one reminders are weekly. */
export const LEAD_TIMES: readonly number[] = [90, 30, 7];

const WEEK = 7;
/** A Monday: 1970-01-05. */
const A_MONDAY = '1970-01-05';
/** Days before a forecast of hours from which reminders are weekly; the forecast itself moves from day to day. */
const FORECAST_LEAD = 30;
const MONTH = 30;
/** Days for which reminders follow the end of a rental or site; it is no validity, so they do not go on forever. */
const END_TOLD = 30;

/** Values of a document kind that set its reminders. */
export interface ReminderKind {
  /** Lead times as text: "90, 30, 7". */
  promemoria: string | null;
  preavviso: number | null;
  mesi: number | null;
}

/**
 * Returns the lead times of a kind, longest first. Lead times in `promemoria` take precedence; otherwise the notice (`preavviso`) is the
 * first, followed by the shorter ones of 90, 30 and 7. A lead time as long as the renewal interval is dropped, since it would fall right
 * after the renewal.
 */
export function leadTimesOf({ promemoria, preavviso, mesi }: ReminderKind): readonly number[] {
  const named = (promemoria?.match(/\d{1,4}/g) ?? []).map(Number);
  const noticed = preavviso === null ? LEAD_TIMES : [preavviso, ...LEAD_TIMES.filter((days) => days < preavviso)];
  const all = named.length > 0 ? named : noticed;
  const possible = mesi === null ? all : all.filter((days) => days < mesi * MONTH);
  const lead = [...new Set(possible)].toSorted((a, b) => b - a);
  return lead.length > 0 ? lead : [WEEK];
}

/** Values of a board row that reminders need. */
export interface Remindable {
  scadenza: string | null;
  /** A required document with neither file nor date. */
  assente: boolean;
  /** The item is due by hours and its date is a forecast. `raggiunta`: the hours are reached. */
  aOre: boolean;
  raggiunta: boolean;
  /** The item is the end of a rental or of a site. */
  isEnd: boolean;
  /** The last day of the rest after someone marked the item as seen; can be in the past. */
  visto_fino: string | null;
}

/** Returns the day up to which the person has been reminded: that of the last digest, or a week before `day` if there was none. */
export const toldUntil = (day: string, last: string | null): string => last ?? addDays(day, -WEEK);

/**
 * Checks whether the digest of a day contains the row: one of the row's reminders falls after the last digest and not after `day`. So a
 * missed morning loses no reminder and none is sent twice.
 * Reminders of a date are its lead times and every week after the last of them, also past expiry. Missing items, and hours reached or
 * forecast within 30 days, are reminded on Mondays. A row marked as seen rests until that day and is reminded the morning after. The end of
 * a rental or site is reminded until a month after it.
 */
export function isReminded(row: Remindable, leads: readonly number[], day: string, last: string | null): boolean {
  const { visto_fino } = row;
  if (visto_fino !== null && visto_fino >= day) return false;
  const remindedUntil = toldUntil(day, last);
  const rested = visto_fino !== null && visto_fino >= remindedUntil;
  if (row.assente) return rested || mondayIn(remindedUntil, day);
  const due = row.scadenza;
  if (row.aOre)
    return (row.raggiunta || (due !== null && daysBetween(day, due) <= FORECAST_LEAD)) && (rested || mondayIn(remindedUntil, day));
  if (due === null || (row.isEnd && daysBetween(due, day) > END_TOLD)) return false;
  const reached = leads.map((days) => addDays(due, -days)).filter((moment) => moment <= day);
  if (reached.length === 0) return false;
  if (rested || reached.some((moment) => moment > remindedUntil)) return true;
  return reached.length === leads.length && lastWeekly(addDays(due, -Math.min(...leads)), day) > remindedUntil;
}

/** Returns the last of the weekly days starting at `first`, up to `day`. */
const lastWeekly = (first: string, day: string): string => addDays(first, Math.floor(daysBetween(first, day) / WEEK) * WEEK);

const mondayIn = (after: string, day: string): boolean => lastWeekly(A_MONDAY, day) > after;
