import { addDays } from '#contracts/core/dates.ts';

/** A whole day in a calendar. */
export interface DayEvent {
  /** The same as long as it is the same thing, also when its day moves. */
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

/** A calendar of whole days as text (RFC 5545), for whoever subscribes to it. */
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
      // the day after the last
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

/** A TEXT value. Control characters have no place in one. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n]/g, String.raw`\n`)
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');

/** No line longer than 75 octets; what follows begins with a blank. No sign is cut in two. */
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
