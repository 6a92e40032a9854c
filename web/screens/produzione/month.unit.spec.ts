import { describe, expect, it } from 'vitest';
import { cellLabel, daysOf, isEmptyMonth, isWeekend, monthOf, nameOf, shift, toneOf } from './month.ts';

describe('il prospetto del mese', () => {
  it('dopo dicembre viene gennaio dell’anno dopo, e indietro', () => {
    expect(shift({ anno: 2026, mese: 12 }, 1)).toEqual({ anno: 2027, mese: 1 });
    expect(shift({ anno: 2026, mese: 1 }, -1)).toEqual({ anno: 2025, mese: 12 });
    expect(shift({ anno: 2026, mese: 6 }, 1)).toEqual({ anno: 2026, mese: 7 });
  });

  it.each([
    [2026, 2, 28],
    [2028, 2, 29],
    [2026, 4, 30],
    [2026, 12, 31],
  ])('%s-%s ha %s giorni', (year, month, days) => {
    expect(daysOf({ anno: year, mese: month })).toBe(days);
  });

  it('comincia dal mese di oggi e si chiama con il suo nome', () => {
    expect(monthOf('2026-11-21')).toEqual({ anno: 2026, mese: 11 });
    expect(nameOf({ anno: 2026, mese: 11 })).toBe('novembre 2026');
    expect([20, 21, 22, 23].map((day) => isWeekend({ anno: 2026, mese: 11 }, day))).toEqual([false, true, true, false]);
  });

  it('un mese le cui caselle sono tutte 0 è vuoto, per quanti cantieri siano aperti', () => {
    expect([[], [{ giorni: [0, 0] }, { giorni: [0] }], [{ giorni: [0] }, { giorni: [0, 1] }]].map(isEmptyMonth)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('niente è grigio, una riga blu, di più rosso; lo dicono anche le parole', () => {
    expect([0, 1, 2, 9].map(toneOf)).toEqual(['none', 'one', 'more', 'more']);
    expect([0, 1, 2].map((count) => cellLabel('0412', { anno: 2026, mese: 11 }, 3, count))).toEqual([
      '0412, 3 novembre 2026: nessuna riga',
      '0412, 3 novembre 2026: 1 riga',
      '0412, 3 novembre 2026: 2 righe',
    ]);
  });
});
