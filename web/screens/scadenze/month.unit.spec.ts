import { describe, expect, it } from 'vitest';
import { isMonth, lastDay, monthName, shiftMonth, weeksOf } from './month.ts';

describe('il mese dello scadenzario', () => {
  it('passa l’anno, avanti e indietro', () => {
    expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1), shiftMonth('2026-06', 14)]).toEqual(['2027-01', '2025-12', '2027-08']);
    expect([lastDay('2024-02'), lastDay('2026-11')]).toEqual(['2024-02-29', '2026-11-30']);
    expect(monthName('2026-11')).toBe('novembre 2026');
  });

  it('ha settimane intere da lunedì, con ogni giorno una volta', () => {
    for (const month of ['2026-02', '2026-03', '2026-11', '2024-02']) {
      const weeks = weeksOf(month);
      expect(weeks.every((week) => week.length === 7)).toBe(true);
      const days = weeks.flat().filter((day) => day !== null);
      expect([days[0], days.at(-1)]).toEqual([`${month}-01`, lastDay(month)]);
      expect(new Set(days).size).toBe(days.length);
    }
    // the first of November 2026 is a Sunday
    expect(weeksOf('2026-11')[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  });

  it('si scrive AAAA-MM', () => {
    expect([isMonth('2026-11'), isMonth('2026-13'), isMonth('novembre'), isMonth(undefined)]).toEqual([true, false, false, false]);
  });
});
