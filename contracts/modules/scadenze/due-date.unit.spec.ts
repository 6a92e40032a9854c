import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isDay } from '../../core/dates.ts';
import { addMonths, bandOf, computedExpiry, daysTo, FASCE, isAnticipated } from './due-date.ts';

describe('la scadenza calcolata', () => {
  it.each([
    ['2025-08-31', 6, '2026-02-28'],
    ['2023-08-31', 6, '2024-02-29'],
    ['2026-02-28', 12, '2027-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-01-15', 3, '2026-04-15'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-11-30', 60, '2031-11-30'],
  ])('%s + %i mesi è il %s', (from, months, expected) => {
    expect(addMonths(from, months)).toBe(expected);
  });

  it('un tipo senza intervallo non ne ha', () => {
    expect(computedExpiry('2026-01-01', null)).toBeNull();
    expect(computedExpiry('2026-01-31', 1)).toBe('2026-02-28');
  });

  it('quella dichiarata prima è anticipata', () => {
    expect(isAnticipated('2026-01-01', '2026-02-01')).toBe(true);
    expect(isAnticipated('2026-02-01', '2026-02-01')).toBe(false);
    expect(isAnticipated(null, '2026-02-01')).toBe(false);
    expect(isAnticipated('2026-01-01', null)).toBe(false);
  });

  it('è un giorno che esiste, nel mese giusto, e mai dopo lo stesso giorno', () => {
    const day = fc.integer({ min: 0, max: 36_500 }).map((n) => addDays('1990-01-01', n));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 240 }), (from, months) => {
        const to = addMonths(from, months);
        expect(isDay(to)).toBe(true);
        const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
        expect(count(to) - count(from)).toBe(months);
        expect(Number(to.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)));
      }),
    );
  });
});

describe('le fasce', () => {
  it('si escludono, e oggi è scaduto', () => {
    expect([-400, -1, 0, 1, 7, 8, 30, 31, 60, 61, 90, 91].map(bandOf)).toEqual([
      'scaduto',
      'scaduto',
      'scaduto',
      '7',
      '7',
      '30',
      '30',
      '60',
      '60',
      '90',
      '90',
      'oltre',
    ]);
    expect(bandOf(null)).toBe('assente');
    expect(FASCE).toHaveLength(7);
  });

  it('i giorni sono negativi quando è passata', () => {
    expect(daysTo('2026-11-20', '2026-11-23')).toBe(-3);
    expect(daysTo(null, '2026-11-23')).toBeNull();
  });
});
