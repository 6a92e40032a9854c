import { addDays } from '#contracts/core/dates.ts';

/** All-day event of a calendar. */
export interface DayEvent {
  /** Unique identifier of the event, which stays the same when the event's day changes. */
  uid: string;
  /** YYYY-MM-DD */
  day: string;
  summary: string;
  description: string;
  url: string;
}

export interface CalendarOf {
  name: string;
  events: readonly DayEvent[];
  now: Date;
}

const MOST_OCTETS = 75;

/** Returns a calendar of all-day events as iCalendar text (RFC 5545). Asks subscribers to refresh it every six hours. */
export function calendarText({ name, events, now }: CalendarOf): string {
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Strato//Scadenze//IT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'X-WR-TIMEZONE:Europe/Rome',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${plain(event.day)}`,
      // the end date of an all-day event is exclusive (RFC 5545)
      `DTEND;VALUE=DATE:${plain(addDays(event.day, 1))}`,
      `SUMMARY:${escapeText(event.summary)}`,
      `DESCRIPTION:${escapeText(event.description)}`,
      `URL:${event.url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

const plain = (day: string): string => day.replaceAll('-', '');

/** Escapes a text for a TEXT value of RFC 5545, and removes control characters, which such a value must not contain. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n]/g, String.raw`\n`)
    // oxlint-disable-next-line no-control-regex -- the pattern matches control characters to remove them
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');

/** Folds a line into lines of at most 75 octets, without splitting a character. Continuation lines begin with a space. */
function foldLine(line: string): string {
  let [out, octets] = ['', 0];
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (octets + size > MOST_OCTETS) [out, octets] = [`${out}\r\n `, 1];
    out += sign;
    octets += size;
  }
  return out;
}
