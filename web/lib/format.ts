import { daysBetween, romeDate } from '#contracts/core/dates.ts';
import { formatNumber } from '#contracts/core/formats.ts';

export { countOf, formatByte, formatEuro, formatNumber } from '#contracts/core/formats.ts';

const ROME = 'Europe/Rome';
const clock = new Intl.DateTimeFormat('it-IT', { timeZone: ROME, hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('it-IT', { timeZone: ROME, weekday: 'long' });

/** Returns today's calendar date in Rome. */
export const todayInRome = (): string => romeDate(new Date());

/** Returns the calendar date in Rome of an instant. */
export const formatDay = (iso: string): string => romeDate(new Date(iso));

/** Formats an instant in Rome time: "2026-11-17 alle 11:18". */
export function formatInstant(iso: string): string {
  const at = new Date(iso);
  return `${romeDate(at)} alle ${clock.format(at)}`;
}

/**
 * Formats an instant relative to `now`: "oggi, 09:42", "domani, 02:00", "ieri, 17:05", "martedì, 11:18", "12 giorni fa, 08:30". Farther
 * instants show their date.
 */
export function formatRelativo(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const days = daysBetween(romeDate(at), romeDate(now));
  const time = clock.format(at);
  if (days === 0) return `oggi, ${time}`;
  if (days === -1) return `domani, ${time}`;
  if (days === 1) return `ieri, ${time}`;
  if (days > 1 && days < 7) return `${weekday.format(at)}, ${time}`;
  if (days >= 7 && days < 31) return `${days} giorni fa, ${time}`;
  return `${romeDate(at)}, ${time}`;
}

/** Formats the time of an instant in Rome: "09:42". */
export const formatTime = (iso: string): string => clock.format(new Date(iso));

/** Formats the day of an instant as a heading: "Oggi, mercoledì 2026-11-25", "Ieri, martedì 2026-11-24", "Lunedì 2026-11-23". */
export function formatDayHeading(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const day = `${weekday.format(at)} ${romeDate(at)}`;
  const days = daysBetween(romeDate(at), romeDate(now));
  if (days === 0) return `Oggi, ${day}`;
  return days === 1 ? `Ieri, ${day}` : day.charAt(0).toUpperCase() + day.slice(1);
}

/** Formats an expiry date by the days left: "tra 18 giorni", "scade oggi", "scaduta da 6 giorni". */
export function formatScadenza(date: string, today: string = todayInRome()): string {
  const days = daysBetween(today, date);
  if (days === 0) return 'scade oggi';
  const many = Math.abs(days) === 1 ? '1 giorno' : `${formatNumber(Math.abs(days), 0)} giorni`;
  return days > 0 ? `tra ${many}` : `scaduta da ${many}`;
}

/** Formats an expiry date for screen readers: "scaduta il 2026-11-14, da 6 giorni", "scade il 2026-12-08, fra 18 giorni". */
export function spokenScadenza(date: string, today: string = todayInRome()): string {
  const days = daysBetween(today, date);
  if (days === 0) return `scade oggi, ${date}`;
  const many = Math.abs(days) === 1 ? '1 giorno' : `${formatNumber(Math.abs(days), 0)} giorni`;
  return days > 0 ? `scade il ${date}, fra ${many}` : `scaduta il ${date}, da ${many}`;
}

/** Returns the initials of a name: "LF" for "Laura Ferretti" or "l.ferretti". */
export function initial(name: string): string {
  const parts = name.split(/[\s._-]+/).filter(Boolean);
  const letters = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]];
  return letters
    .map((part) => part?.[0] ?? '')
    .join('')
    .toUpperCase();
}
