import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, instantOf, isCalendarDate, isDay, isExpired, normaliseDate, romeDate } from './dates.ts';

describe('le date', () => {
  it('oggi è la data di Roma, anche quando a Greenwich è ancora ieri', () => {
    expect(romeDate(new Date('2026-07-31T22:30:00Z'))).toBe('2026-08-01');
    expect(romeDate(new Date('2026-12-31T22:30:00Z'))).toBe('2026-12-31');
    expect(romeDate(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01');
  });

  it.each(['2024-02-29', '2026-12-31', '1900-01-01', '2100-12-31'])('%s è una data', (text) => expect(isCalendarDate(text)).toBe(true));
  it.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '1899-11-30',
    '2101-01-01',
    '2111-12-06',
    '9999-12-31',
    '0000-00-00',
    '2026-11-21T00:00:00Z',
    'ieri',
    '',
  ])('%s non è una data', (text) => expect(isCalendarDate(text)).toBe(false));

  it('ciò che fu registrato resta un giorno anche oltre l’ultimo anno che si può scrivere', () => {
    expect(isDay('2111-12-06')).toBe(true);
    expect(isDay('2111-02-30')).toBe(false);
    expect(['2026/10/02', '2026-10-2', '2026-10-02T10:00'].filter(isDay)).toEqual([]);
  });

  it.each(['', '  ', '1899-11-30', '1899-11-29T23:00:00.000Z', '0000-00-00'])('il segnaposto «%s» diventa nessuna data', (text) =>
    expect(normaliseDate(text)).toBeNull(),
  );

  it('un istante senza fuso è l’ora di Roma, ora legale e giorni del cambio compresi', () => {
    const utc = (text: string) => new Date(instantOf(text)).toISOString();
    expect(utc('2026-02-03T10:00')).toBe('2026-02-03T09:00:00.000Z');
    expect(utc('2026-07-03T10:00:05.250')).toBe('2026-07-03T08:00:05.250Z');
    expect([utc('2026-03-29T01:59:59'), utc('2026-03-29T03:00:00')]).toEqual(['2026-03-29T00:59:59.000Z', '2026-03-29T01:00:00.000Z']);
    expect([utc('2026-10-25T02:30:00'), utc('2026-10-25T03:00:00')]).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T02:00:00.000Z']);
    expect(utc('2026-03-29T02:30:00')).toBe('2026-03-29T01:30:00.000Z');
    for (const text of ['2026-02-03T10:00:00Z', '2026-02-03T11:00:00+01:00']) expect(utc(text)).toBe('2026-02-03T10:00:00.000Z');
    expect(instantOf('ieri')).toBeNaN();
  });

  it.each([
    '2026-02-30T10:00',
    '2026-02-30T10:00:00Z',
    '2026-02-29T10:00:00+01:00',
    '2026-04-31T00:00',
    '2026-02-03T24:00',
    '2026-02-03T10:60',
    '2026-02-03T10:00:60Z',
    '2026-02-03',
    '1899-12-31T10:00',
  ])('%s non è un istante: il giorno o l’ora non ci sono', (text) => expect(instantOf(text)).toBeNaN());

  it('un istante diventa la data di Roma', () => {
    expect(normaliseDate('2026-08-31T22:00:00.000Z')).toBe('2026-09-01');
    expect(normaliseDate('2026-01-31T23:00:00.000Z')).toBe('2026-02-01');
  });

  it.each([
    ['2026-02-03T23:30', '2026-02-03'],
    ['2026-02-03T23:30:10', '2026-02-03'],
    ['2026-02-03T23:30:00+01:00', '2026-02-03'],
    ['2026-02-03T23:30:00Z', '2026-02-04'],
    ['2026-07-31T22:30:00.123Z', '2026-08-01'],
    ['2026-02-03T00:30:00+05:00', '2026-02-02'],
  ])('%s è il %s: senza fuso è ora di Roma', (text, day) => expect(normaliseDate(text)).toBe(day));

  it.each([
    '2026-02-30T10:00:00Z',
    '2026-02-30T10:00',
    '2026-13-01T10:00:00Z',
    '2026-02-03T25:00:00Z',
    '2026-02-03T24:00',
    '2026-02-03T10:61:00Z',
    '2026-02-03T10:00:00+99:99',
    '1899-11-banana',
    '1899-11-30T00:00:00Z',
    '1899-11-29',
    '0000-00-00 00:00:00',
    '0000-00-00T00:00:00Z',
    '2026-02-03T',
    '2026-02-03Tdomani',
    '2026-02-03 10:00',
  ])('%s resta com’è, e non è una data', (text) => {
    expect(normaliseDate(text)).toBe(text);
    expect(isCalendarDate(text)).toBe(false);
  });

  it('ciò che non è un testo resta com’è, per essere rifiutato', () => {
    expect(normaliseDate(20261121)).toBe(20261121);
    expect(normaliseDate(undefined)).toBeUndefined();
  });

  it('scaduto vuol dire oggi o prima', () => {
    expect(isExpired('2026-11-21', '2026-11-21')).toBe(true);
    expect(isExpired('2026-11-20', '2026-11-21')).toBe(true);
    expect(isExpired('2026-11-22', '2026-11-21')).toBe(false);
    expect(isExpired(null, '2026-11-21')).toBe(false);
    expect(isExpired('', '2026-11-21')).toBe(false);
  });

  it('aggiungere giorni e contarli sono l’uno il contrario dell’altro', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
        const later = addDays('2026-11-21', days);
        expect(isCalendarDate(later)).toBe(true);
        expect(daysBetween('2026-11-21', later)).toBe(days);
      }),
    );
  });
});
