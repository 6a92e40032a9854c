import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import { comparedWith, periodAround, periodLabel, previousInWords, stepPeriod, unitOf } from './period-steps.ts';

const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));

describe('la barra del periodo', () => {
  it('sa la settimana, il mese e l’anno di un giorno', () => {
    expect(periodAround('settimana', '2026-11-22')).toEqual({ dal: '2026-11-16', al: '2026-11-22' });
    expect(periodAround('mese', '2024-02-10')).toEqual({ dal: '2024-02-01', al: '2024-02-29' });
    expect(periodAround('anno', '2024-02-10')).toEqual({ dal: '2024-01-01', al: '2024-12-31' });
  });
  it('un passo indietro e uno avanti tornano dov’era, e i periodi si toccano', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('settimana', 'mese', 'anno'), (on, unit) => {
        const period = periodAround(unit as 'mese', on);
        expect(unitOf(period)).toBe(unit);
        expect(stepPeriod(stepPeriod(period, 1), -1)).toEqual(period);
        expect(stepPeriod(period, 1).dal).toBe(addDays(period.al, 1));
        expect(stepPeriod(period, -1).al).toBe(addDays(period.dal, -1));
      }),
    );
  });
  it('la prima settimana della home, fino al lunedì dopo, è una settimana', () => {
    const week = { dal: '2026-11-16', al: '2026-11-23' };
    expect(unitOf(week)).toBe('settimana');
    // turned by the arrows it is one from Monday to Sunday
    expect(stepPeriod(week, -1)).toEqual({ dal: '2026-11-09', al: '2026-11-15' });
    expect(stepPeriod(week, 1)).toEqual({ dal: '2026-11-23', al: '2026-11-29' });
  });
  it('un periodo libero fa passi lunghi quanto lui', () => {
    expect(stepPeriod({ dal: '2026-11-10', al: '2026-11-12' }, -1)).toEqual({ dal: '2026-11-07', al: '2026-11-09' });
    expect(unitOf({ dal: '2026-11-01', al: '2026-11-29' })).toBeNull();
  });
  it('si chiama come lo si dice', () => {
    const names = [
      [{ dal: '2026-11-01', al: '2026-11-30' }, 'novembre 2026', 'ottobre'],
      [{ dal: '2026-01-01', al: '2026-01-31' }, 'gennaio 2026', 'dicembre'],
      [{ dal: '2026-01-01', al: '2026-12-31' }, '2026', 'il 2025'],
      [{ dal: '2026-11-16', al: '2026-11-22' }, '16 – 22 nov 2026', 'la settimana prima'],
      [{ dal: '2026-11-28', al: '2026-12-03' }, '28 nov – 3 dic 2026', 'i 6 giorni prima'],
      [{ dal: '2025-12-28', al: '2026-01-03' }, '28 dic 2025 – 3 gen 2026', 'i 7 giorni prima'],
      [{ dal: '2026-11-10', al: '2026-11-10' }, '10 nov 2026', 'il giorno prima'],
      [{ dal: '2026-01-01', al: '2026-02-28' }, '1 gen – 28 feb 2026', 'i 2 mesi prima (61 giorni contro 59)'],
      [{ dal: '2026-07-01', al: '2026-08-31' }, '1 lug – 31 ago 2026', 'i 2 mesi prima (61 giorni contro 62)'],
      [{ dal: '2026-08-01', al: '2026-10-31' }, '1 ago – 31 ott 2026', 'i 3 mesi prima'],
      [{ dal: '2026-07-01', al: '2026-09-30' }, '1 lug – 30 set 2026', 'i 3 mesi prima (91 giorni contro 92)'],
    ] as const;
    for (const [period, label, before] of names) expect([periodLabel(period), previousInWords(period)]).toEqual([label, before]);
  });
  it('un periodo che corre si confronta con quanto ne era passato prima, uno finito con tutto', () => {
    const words = (dal: string, al: string, today: string) => comparedWith({ dal, al }, today);
    expect(words('2026-11-01', '2026-11-30', '2026-11-23')).toEqual({
      dal: '2026-10-01',
      al: '2026-10-23',
      words: 'ottobre fino al 23 ott',
    });
    expect(words('2026-11-01', '2026-11-30', '2026-11-30')).toEqual({ dal: '2026-10-01', al: '2026-10-31', words: 'ottobre' });
    expect(words('2026-11-01', '2026-11-30', '2026-12-01').al).toBe('2026-10-31');
    expect(words('2026-11-01', '2026-11-30', '2026-10-31').al).toBe('2026-10-31');
    // the day that February does not have
    expect(words('2026-03-01', '2026-03-31', '2026-03-30')).toEqual({ dal: '2026-02-01', al: '2026-02-28', words: 'febbraio' });
    expect(words('2026-01-01', '2026-12-31', '2026-11-23')).toMatchObject({ al: '2025-11-23', words: 'il 2025 fino al 23 nov' });
    expect(words('2028-01-01', '2028-12-31', '2028-02-29').al).toBe('2027-02-28');
    expect(words('2026-08-01', '2026-10-31', '2026-12-01')).toMatchObject({ dal: '2026-05-01', al: '2026-07-31' });
    expect(words('2026-11-23', '2026-11-30', '2026-11-24')).toMatchObject({ al: '2026-11-17', words: 'la settimana prima fino al 17 nov' });
  });
});
