import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../core/dates.ts';
import { sum } from '../../core/decimals.ts';
import { daysInMonth, firstOfMonth, lastOfMonth, monthOf, monthsOf } from '../../core/period.ts';
import { rentalCost } from './rental.ts';

const MARCH = { dal: '2026-03-01', al: '2026-03-31' };
const TODAY = '2026-11-23';

describe('il costo di un noleggio', () => {
  it('di un mese intero è la tariffa; di un giorno, la sua parte del mese', () => {
    const whole = { data_inizio: '2026-01-10', data_fine: null, tariffa: 3100 };
    expect(rentalCost(whole, MARCH, TODAY)).toEqual({ ...MARCH, giorni: 31, importo: 3100 });
    expect(rentalCost({ ...whole, data_fine: '2026-03-01' }, MARCH, TODAY)).toMatchObject({ giorni: 1, importo: 100 });
    // first and last day both count
    expect(rentalCost({ ...whole, data_inizio: '2026-03-10', data_fine: '2026-03-11' }, MARCH, TODAY)).toMatchObject({
      giorni: 2,
      importo: 200,
    });
  });
  it('si arrotonda al centesimo una volta per mese, e più mesi ne sono la somma', () => {
    const rent = { data_inizio: '2026-02-28', data_fine: '2026-03-01', tariffa: 1000 };
    // 1000/28 + 1000/31 = 35.714… + 32.258…
    expect(rentalCost(rent, { dal: '2026-02-01', al: '2026-03-31' }, TODAY)).toMatchObject({ giorni: 2, importo: 67.97 });
    // 100/30 = 3.333… and 100/31 = 3.2258…: 3.33 + 3.23, where the sum would be 6.559…
    const two = { data_inizio: '2026-04-30', data_fine: '2026-05-01', tariffa: 100.4 };
    expect(rentalCost(two, { dal: '2026-04-01', al: '2026-05-31' }, TODAY)?.importo).toBe(6.59);
    expect(
      rentalCost({ data_inizio: '2026-04-01', data_fine: '2026-04-03', tariffa: 0.05 }, { dal: '2026-04-01', al: '2026-04-30' }, TODAY)
        ?.importo,
    ).toBe(0.01);
  });
  it('aperto, corre fino a oggi; uno con la fine conta anche dopo', () => {
    const open = { data_inizio: '2026-11-01', data_fine: null, tariffa: 3000 };
    const november = { dal: '2026-11-01', al: '2026-11-30' };
    expect(rentalCost(open, november, TODAY)).toMatchObject({ al: TODAY, giorni: 23, importo: 2300 });
    expect(rentalCost({ ...open, data_fine: '2026-11-30' }, november, TODAY)).toMatchObject({ giorni: 30, importo: 3000 });
    expect(rentalCost({ ...open, data_inizio: '2026-12-01' }, { dal: '2026-12-01', al: '2026-12-31' }, TODAY)).toBeNull();
  });
  it('senza tariffa non è zero: non si sa; fuori dal periodo, o senza inizio, non c’è', () => {
    expect(rentalCost({ data_inizio: '2026-03-30', data_fine: null, tariffa: null }, MARCH, TODAY)).toMatchObject({
      giorni: 2,
      importo: null,
    });
    expect(rentalCost({ data_inizio: '2026-04-01', data_fine: null, tariffa: 1 }, MARCH, TODAY)).toBeNull();
    expect(rentalCost({ data_inizio: null, data_fine: null, tariffa: 1 }, MARCH, TODAY)).toBeNull();
  });
  it('è la somma dei suoi giorni, contati uno per uno', () => {
    fc.assert(
      fc.property(fc.nat(1500), fc.nat(400), fc.nat(1_000_000), (from, days, cents) => {
        const first = addDays('2022-01-01', from);
        const last = addDays(first, days);
        const cost = rentalCost(
          { data_inizio: first, data_fine: last, tariffa: cents / 100 },
          { dal: '2020-01-01', al: '2030-12-31' },
          TODAY,
        );
        let expected = 0;
        for (let i = 0; i <= days; i += 1) expected += cents / 100 / daysInMonth(monthOf(addDays(first, i)));
        expect(cost?.giorni).toBe(days + 1);
        const months = monthsOf({ dal: first, al: last });
        expect(Math.abs((cost?.importo ?? 0) - expected)).toBeLessThanOrEqual(0.0051 * months.length);
        const parts = months.map((month) => ({ dal: firstOfMonth(month), al: lastOfMonth(month) }));
        const rent = { data_inizio: first, data_fine: last, tariffa: cents / 100 };
        expect(cost?.importo).toBe(
          sum(
            parts.map((part) => rentalCost(rent, part, TODAY)?.importo ?? 0),
            2,
          ),
        );
      }),
    );
  });
});
