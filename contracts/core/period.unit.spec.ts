import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from './dates.ts';
import { common, comparablePart, daysInMonth, isHomeWeek, monthsOf, previous, wholeMonths } from './period.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));
const period = fc.tuple(day, fc.nat(800)).map(([dal, days]) => ({ dal, al: addDays(dal, days) }));

describe('il periodo prima', () => {
  it('di mesi interi è di altrettanti mesi interi', () => {
    expect(previous({ dal: '2026-03-01', al: '2026-03-31' })).toEqual({ dal: '2026-02-01', al: '2026-02-28' });
    expect(previous({ dal: '2026-01-01', al: '2026-12-31' })).toEqual({ dal: '2025-01-01', al: '2025-12-31' });
    expect(previous({ dal: '2026-01-01', al: '2026-02-28' })).toEqual({ dal: '2025-11-01', al: '2025-12-31' });
  });
  it('altrimenti è di altrettanti giorni', () => {
    expect(previous({ dal: '2026-03-09', al: '2026-03-15' })).toEqual({ dal: '2026-03-02', al: '2026-03-08' });
    expect(previous({ dal: '2026-03-01', al: '2026-03-30' })).toEqual({ dal: '2026-01-30', al: '2026-02-28' });
    expect(previous({ dal: '2026-03-05', al: '2026-03-05' })).toEqual({ dal: '2026-03-04', al: '2026-03-04' });
  });
  it('della settimana della home comincia una settimana prima, ed è lungo altrettanto', () => {
    expect(previous({ dal: '2026-11-23', al: '2026-11-30' })).toEqual({ dal: '2026-11-16', al: '2026-11-23' });
    expect(previous({ dal: '2026-11-24', al: '2026-12-01' })).toEqual({ dal: '2026-11-16', al: '2026-11-23' });
  });
  it('di uno che corre si confrontano i giorni passati, di uno finito tutti', () => {
    const november = { dal: '2026-11-01', al: '2026-11-30' };
    expect(comparablePart(november, '2026-11-24')).toEqual({ dal: '2026-10-01', al: '2026-10-24' });
    expect(comparablePart(november, '2026-11-30')).toEqual({ dal: '2026-10-01', al: '2026-10-31' });
    expect(comparablePart(november, '2026-12-24')).toEqual({ dal: '2026-10-01', al: '2026-10-31' });
    expect(comparablePart({ dal: '2026-11-23', al: '2026-11-30' }, '2026-11-24')).toEqual({ dal: '2026-11-16', al: '2026-11-17' });
    expect(comparablePart({ dal: '2026-01-01', al: '2026-12-31' }, '2026-11-23')).toEqual({ dal: '2025-01-01', al: '2025-11-23' });
    expect(comparablePart({ dal: '2028-01-01', al: '2028-12-31' }, '2028-02-29')).toEqual({ dal: '2027-01-01', al: '2027-02-28' });
    // the period so far has more days than the previous month
    expect(comparablePart({ dal: '2026-03-01', al: '2026-03-31' }, '2026-03-30')).toEqual({ dal: '2026-02-01', al: '2026-02-28' });
  });
  it('finisce il giorno prima, e non manca né avanza niente', () => {
    fc.assert(
      fc.property(period, (p) => {
        fc.pre(!isHomeWeek(p));
        const before = previous(p);
        expect(before.al).toBe(addDays(p.dal, -1));
        const whole = wholeMonths(p).length === monthsOf(p).length;
        expect(
          wholeMonths(before).length === monthsOf(before).length && whole ? monthsOf(before).length : daysBetween(before.dal, before.al),
        ).toBe(whole ? monthsOf(p).length : daysBetween(p.dal, p.al));
      }),
    );
  });
});

describe('i mesi di un periodo', () => {
  it('sono quelli toccati; interi, quelli dal primo all’ultimo giorno', () => {
    const p = { dal: '2025-12-31', al: '2026-03-30' };
    expect(monthsOf(p)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
    expect(wholeMonths(p)).toEqual(['2026-01', '2026-02']);
    expect(wholeMonths({ dal: '2024-02-01', al: '2024-02-29' })).toEqual(['2024-02']);
    expect(wholeMonths({ dal: '2024-02-01', al: '2024-02-28' })).toEqual([]);
    expect([daysInMonth('2024-02'), daysInMonth('2025-02'), daysInMonth('2025-12')]).toEqual([29, 28, 31]);
  });
});

it('due periodi hanno in comune i giorni di tutti e due', () => {
  const p = { dal: '2026-03-01', al: '2026-03-31' };
  expect(common(p, null, null)).toEqual(p);
  expect(common(p, '2026-03-10', '2026-03-10')).toEqual({ dal: '2026-03-10', al: '2026-03-10' });
  expect(common(p, '2026-02-01', '2026-03-01')).toEqual({ dal: '2026-03-01', al: '2026-03-01' });
  expect(common(p, '2026-04-01', null)).toBeNull();
});
