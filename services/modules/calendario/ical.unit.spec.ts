import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import { calendarText, type DayEvent } from './ical.ts';

const NOW = new Date('2026-11-23T07:30:15.250Z');
const event = (more: Partial<DayEvent> = {}): DayEvent => ({
  uid: 'a@strato',
  day: '2026-12-31',
  summary: 'Verifica funi – Macchinario M1',
  description: 'Scade il 2026-12-31',
  url: 'https://strato.example.it/home/scadenze?soggetto=macchina&id=M1',
  ...more,
});
const text = (events: DayEvent[], name = 'Scadenze Valborra') => calendarText({ name, events, now: NOW });
const read = (ics: string) => new ICAL.Component(ICAL.parse(ics));

describe('il calendario in testo', () => {
  it('lo legge un vero lettore: giorni interi, orario di scrittura, nome e frequenza', () => {
    const calendar = read(text([event()]));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Scadenze Valborra');
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT6H');
    const [component] = calendar.getAllSubcomponents('vevent');
    const one = new ICAL.Event(component);
    expect([one.uid, one.summary, one.description]).toEqual(['a@strato', event().summary, event().description]);
    expect([one.startDate.isDate, one.startDate.toString(), one.endDate.toString()]).toEqual([true, '2026-12-31', '2027-01-01']);
    expect(String(component?.getFirstPropertyValue('dtstamp'))).toBe('2026-11-23T07:30:15Z');
    expect(component?.getFirstPropertyValue('url')).toBe(event().url);
  });

  it('senza scadenze è un calendario vuoto', () => {
    expect(read(text([])).getAllSubcomponents('vevent')).toEqual([]);
  });

  it('qualunque testo torna com’era, in righe di al massimo 75 ottetti che finiscono con CRLF', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\\n', ';,\\', '\n', 'à', '👷🏽‍♀️', '"', ':', ' '))),
        fc.integer({ min: 0, max: 20_000 }),
        (parts, days) => {
          // oxlint-disable-next-line no-control-regex -- the pattern matches control characters to remove them
          const words = parts.join('').replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');
          const day = addDays('2000-01-01', days);
          const ics = text([event({ summary: words, day })], words);
          expect(ics.endsWith('\r\n')).toBe(true);
          const lines = ics.slice(0, -2).split('\r\n');
          for (const line of lines) {
            expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
            expect(line).not.toMatch(/[\r\n]/);
            expect(Buffer.from(line).toString()).toBe(line);
          }
          const [component] = read(ics).getAllSubcomponents('vevent');
          const one = new ICAL.Event(component);
          expect(one.summary).toBe(words);
          expect(one.startDate.toString()).toBe(day);
        },
      ),
    ));
});
