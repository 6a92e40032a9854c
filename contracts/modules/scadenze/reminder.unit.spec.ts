import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../../core/dates.ts';
import { isReminded, leadTimesOf, type Remindable } from './reminder.ts';

const DAY = '2026-11-23';
const plain: Remindable = { scadenza: null, assente: false, aOre: false, raggiunta: false, isEnd: false, visto_fino: null };
const inDays = (days: number): Remindable => ({ ...plain, scadenza: addDays(DAY, days) });
const yesterday = addDays(DAY, -1);
const LEADS = [90, 30, 7];

describe('i giorni di preavviso di un tipo', () => {
  it.each([
    ['quelli che nomina', { promemoria: '7; 60, 14', preavviso: 90, mesi: 12 }, [60, 14, 7]],
    ['senza, il suo preavviso e quelli soliti più brevi', { promemoria: null, preavviso: 15, mesi: null }, [15, 7]],
    ['un preavviso fra i soliti', { promemoria: '', preavviso: 30, mesi: null }, [30, 7]],
    ['un preavviso più lungo dei soliti', { promemoria: null, preavviso: 120, mesi: 60 }, [120, 90, 30, 7]],
    ['senza nulla, i soliti', { promemoria: null, preavviso: null, mesi: null }, [90, 30, 7]],
    ['non quelli lunghi come l’intervallo fra due rinnovi', { promemoria: '90, 30, 7', preavviso: 15, mesi: 3 }, [30, 7]],
    ['mai nessuno', { promemoria: '90', preavviso: 15, mesi: 1 }, [7]],
  ])('%s', (_title, kind, wanted) => {
    expect(leadTimesOf(kind)).toEqual(wanted);
  });
});

describe('il promemoria di una scadenza', () => {
  it('a 90, 30 e 7 giorni, poi ogni settimana, anche da scaduta', () => {
    const told = Array.from({ length: 140 }, (_, at) => 100 - at).filter((days) => isReminded(inDays(days), LEADS, DAY, yesterday));
    expect(told).toEqual([90, 30, 7, 0, -7, -14, -21, -28, -35]);
  });

  it('la fine di un noleggio o di un cantiere si ricorda fino a un mese dopo', () => {
    const told = Array.from({ length: 140 }, (_, at) => 100 - at).filter((days) =>
      isReminded({ ...inDays(days), isEnd: true }, LEADS, DAY, yesterday),
    );
    expect(told).toEqual([90, 30, 7, 0, -7, -14, -21, -28]);
  });

  it('chi non ne ha mai avuti trova quelli dell’ultima settimana', () => {
    const told = Array.from({ length: 110 }, (_, at) => 100 - at).filter((days) => isReminded(inDays(days), LEADS, DAY, null));
    expect(told).toEqual([90, 89, 88, 87, 86, 85, 84, 30, 29, 28, 27, 26, 25, 24, ...Array.from({ length: 17 }, (_, at) => 7 - at)]);
  });

  it('un mattino saltato non ne perde', () => {
    expect(isReminded(inDays(28), LEADS, DAY, addDays(DAY, -3))).toBe(true);
    expect(isReminded(inDays(28), LEADS, DAY, addDays(DAY, -2))).toBe(false);
  });

  it('vista tace fino al suo giorno compreso, e si fa sentire il mattino dopo', () => {
    const seen = (until: string, row = inDays(7)) => isReminded({ ...row, visto_fino: until }, LEADS, DAY, yesterday);
    expect([seen(DAY), seen(addDays(DAY, 9))]).toEqual([false, false]);
    expect(seen(yesterday, inDays(12))).toBe(true);
    expect(seen(addDays(DAY, -2), inDays(12))).toBe(false);
    // a mark as seen causes no reminder before the first lead time
    expect(seen(yesterday, inDays(200))).toBe(false);
  });

  it('ciò che manca si ricorda il lunedì', () => {
    const missing = { ...plain, assente: true };
    const told = Array.from({ length: 14 }, (_, at) => addDays(DAY, at)).filter((day) => isReminded(missing, LEADS, day, addDays(day, -1)));
    // the 23rd of November 2026 is a Monday
    expect(told).toEqual(['2026-11-23', '2026-11-30']);
    expect(isReminded(missing, LEADS, '2026-11-25', '2026-11-22')).toBe(true);
  });

  it('una manutenzione a ore il lunedì, da trenta giorni prima della previsione o a ore raggiunte', () => {
    const hours = (days: number | null, raggiunta = false): Remindable => ({
      ...plain,
      aOre: true,
      raggiunta,
      scadenza: days === null ? null : addDays(DAY, days),
    });
    const of = (row: Remindable, day = DAY) => isReminded(row, LEADS, day, addDays(day, -1));
    expect([of(hours(30)), of(hours(31)), of(hours(null)), of(hours(null, true)), of(hours(30), '2026-11-24')]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });
});

/** Computes the days on which a due date is reminded, day by day. */
function moments(due: string, leads: readonly number[], from: string, to: string): string[] {
  const shortest = Math.min(...leads);
  return Array.from({ length: daysBetween(from, to) }, (_, at) => addDays(from, at + 1)).filter((day) => {
    const days = daysBetween(day, due);
    return leads.includes(days) || (days < shortest && (shortest - days) % 7 === 0);
  });
}

describe('i promemoria, qualunque siano i mattini in cui il portale era acceso', () => {
  const leads = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 4 });
  const gaps = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 25 });

  it('nessuno si perde e nessuno si ripete: una scadenza è nel mattino che viene dopo un suo giorno, e in nessun altro', () =>
    fc.assert(
      fc.property(leads, fc.integer({ min: -60, max: 200 }), gaps, (days, ahead, steps) => {
        const due = addDays(DAY, ahead);
        let last = DAY;
        for (const step of steps) {
          const day = addDays(last, step);
          expect(isReminded({ ...plain, scadenza: due }, days, day, last)).toBe(moments(due, days, last, day).length > 0);
          last = day;
        }
      }),
    ));

  it('ciò che è stato visto non è mai in un mattino fino a quel giorno, e chiesto di nuovo il mattino è lo stesso', () =>
    fc.assert(
      fc.property(
        leads,
        fc.integer({ min: -60, max: 200 }),
        fc.integer({ min: -30, max: 30 }),
        fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
        fc.boolean(),
        (days, ahead, rest, ago, missing) => {
          const row: Remindable = {
            ...plain,
            assente: missing,
            scadenza: missing ? null : addDays(DAY, ahead),
            visto_fino: addDays(DAY, rest),
          };
          const last = ago === null ? null : addDays(DAY, -ago);
          const once = isReminded(row, days, DAY, last);
          if (rest >= 0) expect(once).toBe(false);
          expect(isReminded(row, [...days].reverse(), DAY, last)).toBe(once);
        },
      ),
    ));
});
