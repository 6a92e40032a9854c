import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { backupName, madeAt, outdatedBackups } from './retention.ts';

const nightOf = (day: string): string => backupName(`${day}T01:30:00.000Z`);
const days = (first: string, count: number): string[] => Array.from({ length: count }, (_, i) => addDays(first, i));

/** A folder as it is after a backup each night, each followed by the rule. */
function nights(first: string, count: number): string[] {
  let folder: string[] = [];
  for (const day of days(first, count)) {
    folder.push(nightOf(day));
    const gone = new Set(outdatedBackups(folder));
    folder = folder.filter((name) => !gone.has(name));
  }
  return folder;
}

describe('Quali salvataggi restano', () => {
  it('sette giorni, quattro settimane, dodici mesi: dopo due anni di notti', () => {
    // 2026-11-23 is a Monday
    const folder = nights('2024-11-24', 730);
    const months = ['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31'];
    const weeks = ['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-08', '2026-11-15'];
    expect(folder.map((name) => name.slice(7, 17))).toEqual([...months, ...weeks, ...days('2026-11-17', 7)]);
  });

  it('il giorno è quello di Roma, e di un giorno resta l’ultimo', () => {
    const late = backupName('2026-11-20T23:30:00.000Z');
    const next = backupName('2026-11-21T10:00:00.000Z');
    expect(romeDate(madeAt(late)!)).toBe('2026-11-21');
    expect(outdatedBackups([next, late], { days: 2, weeks: 0, months: 0 })).toEqual([late]);
  });

  it('un altro nome non è quello di un salvataggio', () => {
    for (const name of [
      'oggetti',
      'strato-ieri.backup',
      'copia.backup',
      'strato-2026-99-99T010101.000Z.backup',
      'xstrato-2026-11-20T170000.123Z.backup',
      'strato-2026-11-20T170000.123Z.backup.parziale',
    ])
      expect(madeAt(name), name).toBeNull();
    expect(madeAt('strato-2026-11-20T170000.123Z.backup')).toEqual(new Date('2026-11-20T17:00:00.123Z'));
  });

  it('dopo una lunga pausa quelli di prima restano', () => {
    const before = days('2026-01-01', 7).map(nightOf);
    expect(outdatedBackups([...before, nightOf('2026-11-23')], { days: 7, weeks: 0, months: 0 })).toEqual([before[0]]);
  });

  it('non tocca ciò che non è un salvataggio, né il più recente, e tiene ciò che promette', () => {
    const moment = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    const alien = fc.constantFrom(
      'oggetti',
      'chiave.json',
      'strato-ieri.backup',
      'copia.backup',
      '.strato-x.parziale',
      'strato-2026-99-99T010101.000Z.backup',
    );
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 80 }), fc.array(alien), (moments, aliens) => {
        const names = [...new Set(moments.map((at) => backupName(at.toISOString())))];
        const gone = outdatedBackups([...aliens, ...names]);
        const kept = names.filter((name) => !gone.includes(name));
        expect(gone.filter((name) => !names.includes(name))).toEqual([]);
        expect(kept).toContain(names.toSorted().at(-1));
        const perDay = new Map(names.toSorted().map((name) => [romeDate(madeAt(name)!), name]));
        const perMonth = new Map(names.toSorted().map((name) => [romeDate(madeAt(name)!).slice(0, 7), name]));
        expect(kept).toEqual(expect.arrayContaining([...perDay.values()].slice(-7)));
        expect(kept).toEqual(expect.arrayContaining([...perMonth.values()].slice(-12)));
        expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12);
        // said again, there is nothing left to do
        expect(outdatedBackups(kept)).toEqual([]);
      }),
    );
  });
});
