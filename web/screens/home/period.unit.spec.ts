import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#contracts/core/dates.ts';
import { grainOf, stepOf, stepsOf, type Grain } from './period.ts';

const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));
const labels = (dal: string, al: string) => stepsOf({ dal, al }).map(({ label }) => label);

describe('le barre di un periodo', () => {
  it('sono giorni, settimane, mesi o anni secondo quanto è lungo', () => {
    const grain = (days: number): Grain => grainOf({ dal: '2026-01-01', al: addDays('2026-01-01', days - 1) });
    expect([1, 31, 45, 46, 190, 191, 366, 3700, 3701].map(grain)).toEqual([
      'day',
      'day',
      'day',
      'week',
      'week',
      'month',
      'month',
      'month',
      'year',
    ]);
  });

  it('coprono il periodo senza buchi, in ordine, e ogni giorno sa la sua', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 5000 }), (dal, length) => {
        const period = { dal, al: addDays(dal, length) };
        const grain = grainOf(period);
        const steps = stepsOf(period);
        expect([steps[0]?.dal, steps.at(-1)?.al]).toEqual([dal, period.al]);
        for (const [i, step] of steps.entries()) {
          if (i > 0) expect(step.dal).toBe(addDays(steps[i - 1]!.al, 1));
          for (const one of [step.dal, addDays(step.dal, Math.floor(daysBetween(step.dal, step.al) / 2)), step.al])
            expect(stepOf(one, period, grain)).toBe(step.id);
        }
        expect(steps.length).toBeLessThanOrEqual(124);
      }),
      { numRuns: 50 },
    );
  });

  it('hanno un nome corto, con l’anno dove ce ne sono due', () => {
    expect(labels('2026-11-09', '2026-11-11')).toEqual(['lun 9', 'mar 10', 'mer 11']);
    expect(labels('2025-12-31', '2026-01-01')).toEqual(['31 dic 25', '1 gen 26']);
    expect(labels('2026-02-25', '2026-04-05').slice(0, 5)).toEqual(['25 feb', '26 feb', '27 feb', '28 feb', '1 mar']);
    expect(labels('2026-10-01', '2026-12-31').slice(0, 3)).toEqual(['1 ott', '5 ott', '12 ott']);
    expect(labels('2026-01-01', '2026-12-31')).toEqual('gen feb mar apr mag giu lug ago set ott nov dic'.split(' '));
    expect(labels('2025-11-15', '2026-07-01').slice(0, 3)).toEqual(['nov 25', 'dic 25', 'gen 26']);
    expect(labels('2010-06-01', '2026-01-31').slice(0, 2)).toEqual(['2010', '2011']);
  });

  it('sopra le cifre il nome è intero, anche della parte che sta nel periodo', () => {
    const titles = (dal: string, al: string) => stepsOf({ dal, al }).map(({ title }) => title);
    expect(titles('2026-11-11', '2026-11-11')).toEqual(['mercoledì 2026-11-11']);
    expect(titles('2026-11-08', '2026-11-14').map((title) => title.split(' ')[0])).toEqual(
      'domenica lunedì martedì mercoledì giovedì venerdì sabato'.split(' '),
    );
    expect(titles('2026-10-01', '2026-12-31').slice(0, 2)).toEqual(['1 – 4 ott 2026', '5 – 11 ott 2026']);
    expect(titles('2026-01-10', '2026-12-31').slice(0, 2)).toEqual(['10 – 31 gen 2026', 'febbraio 2026']);
  });
});
