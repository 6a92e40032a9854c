import { addDays, daysBetween } from '../../core/dates.ts';

/** Days before the date on which somebody is reminded, where the kind says nothing; then weekly. */
export const LEAD_TIMES: readonly number[] = [90, 30, 7];

const WEEK = 7;
/** 1970-01-05. */
const A_MONDAY = '1970-01-05';
/** A forecast of hours moves from day to day: from so many days before it, it is told weekly. */
const FORECAST_LEAD = 30;
const MONTH = 30;
/** The end of a rental or site, not of a validity: nobody is told of it for ever. */
const END_TOLD = 30;

/** What of a kind says when it is reminded of. */
export interface ReminderKind {
  /** "90, 30, 7": the lead times themselves. */
  promemoria: string | null;
  preavviso: number | null;
  mesi: number | null;
}

/**
 * The lead times of a kind, longest first. Those that it names (`promemoria`) are its own; without
 * any, its notice (`preavviso`) is the first and those of 90, 30 and 7 that are shorter follow. One
 * that is as long as the interval between two renewals would remind of what was renewed yesterday:
 * it is left out.
 */
export function leadTimesOf({ promemoria, preavviso, mesi }: ReminderKind): readonly number[] {
  const named = (promemoria?.match(/\d{1,4}/g) ?? []).map(Number);
  const noticed = preavviso === null ? LEAD_TIMES : [preavviso, ...LEAD_TIMES.filter((days) => days < preavviso)];
  const all = named.length > 0 ? named : noticed;
  const possible = mesi === null ? all : all.filter((days) => days < mesi * MONTH);
  const lead = [...new Set(possible)].toSorted((a, b) => b - a);
  return lead.length > 0 ? lead : [WEEK];
}

/** A row of the board, as far as reminders go. */
export interface Remindable {
  scadenza: string | null;
  /** Required, and neither a file nor a date is there. */
  assente: boolean;
  /** Due by hours: its date is a forecast. `raggiunta`: the hours are there. */
  aOre: boolean;
  raggiunta: boolean;
  /** The end of a rental or of a site. */
  isEnd: boolean;
  /** The last day on which it rests; also one that is past. */
  visto_fino: string | null;
}

/** The day after which a person has still to be told: that of the last digest; who never had one is told of the last week. */
export const toldUntil = (day: string, last: string | null): string => last ?? addDays(day, -WEEK);

/**
 * Whether the row is in the digest of a day: when one of its reminders falls on a day after the last digest
 * and not after this one, so that a morning that was missed loses none and none is told twice. Reminders of a date
 * are its lead times and every week after the last of them, also when it has expired; of what is missing, and
 * of hours that are reached or forecast within 30 days, Mondays. A row that somebody has seen to rests until
 * that day; the morning after is a reminder of its own. An end is told until a month after it.
 */
export function isReminded(row: Remindable, leads: readonly number[], day: string, last: string | null): boolean {
  const { visto_fino } = row;
  if (visto_fino !== null && visto_fino >= day) return false;
  const told = toldUntil(day, last);
  const rested = visto_fino !== null && visto_fino >= told;
  if (row.assente) return rested || mondayIn(told, day);
  const due = row.scadenza;
  if (row.aOre) return (row.raggiunta || (due !== null && daysBetween(day, due) <= FORECAST_LEAD)) && (rested || mondayIn(told, day));
  if (due === null || (row.isEnd && daysBetween(due, day) > END_TOLD)) return false;
  const reached = leads.map((days) => addDays(due, -days)).filter((moment) => moment <= day);
  if (reached.length === 0) return false;
  if (rested || reached.some((moment) => moment > told)) return true;
  return reached.length === leads.length && lastWeekly(addDays(due, -Math.min(...leads)), day) > told;
}

/** The last of the weekly days that begin with `first`, up to `day`. */
const lastWeekly = (first: string, day: string): string => addDays(first, Math.floor(daysBetween(first, day) / WEEK) * WEEK);

const mondayIn = (after: string, day: string): boolean => lastWeekly(A_MONDAY, day) > after;
