import { describe, expect, it } from 'vitest';
import type { LabourShare, RentalRow } from '#projections/andamento/andamento.queries.ts';
import { labourIn, withMargin, withoutNulls } from './period-figures.ts';
import { costedRentals, rentalSum, withoutRate, withoutStart } from './rentals.ts';

const rental = (more: Partial<RentalRow>): RentalRow =>
  ({
    id: 1,
    id_noleggi: 7,
    matricola: 'N00001',
    commessa: 'C1',
    data_inizio: '2026-01-01',
    data_fine: '2026-01-31',
    tariffa: 310,
    ...more,
  }) as RentalRow;
const JANUARY = { dal: '2026-01-01', al: '2026-01-31' };
const costed = (rows: RentalRow[], period = JANUARY, today = '2026-06-01') => costedRentals(rows, period, today);

describe('I noleggi di un periodo', () => {
  it('sono quelli che vi hanno un giorno, con il loro costo', () => {
    const rows = [rental({}), rental({ id: 2, data_inizio: '2026-01-31', data_fine: null }), rental({ id: 3, data_inizio: '2026-02-01' })];
    expect(costed(rows).map(({ id, dal, al, giorni, importo }) => [id, dal, al, giorni, importo])).toEqual([
      [1, '2026-01-01', '2026-01-31', 31, 310],
      [2, '2026-01-31', '2026-01-31', 1, 10],
    ]);
    expect(rentalSum(costed(rows))).toBe(320);
  });

  it('uno che non dice quando cominciò si nomina, in ogni periodo che è già cominciato', () => {
    const lost = rental({ data_inizio: null });
    expect(costed([lost])).toMatchObject([{ dal: null, al: null, giorni: null, importo: null }]);
    expect(costed([lost], JANUARY, '2026-01-01')).toHaveLength(1);
    expect(costed([lost], JANUARY, '2025-12-31')).toEqual([]);
    expect([withoutStart(costed([lost, lost])), withoutRate(costed([lost]))]).toEqual([['N00001'], []]);
  });

  it('di cui nessuno sa la tariffa non costano zero: non si sa; se di qualcuno si sa, contano quelli', () => {
    const unknown = rental({ tariffa: null });
    expect(rentalSum(costed([unknown]))).toBeNull();
    expect(rentalSum(costed([unknown, rental({ id: 2 })]))).toBe(310);
    expect(rentalSum([])).toBe(0);
    const named = [unknown, unknown, rental({ id: 5, matricola: null, tariffa: null }), rental({})];
    expect(withoutRate(costed(named))).toEqual(['N00001', '5']);
    expect(withoutStart(costed(named))).toEqual([]);
  });
});

describe('Le cifre di un periodo', () => {
  const labour: LabourShare[] = [
    { numero: 1, mese: '2026-01', commessa: 'C1', cent: 1050 },
    { numero: 1, mese: '2026-02', commessa: 'C1', cent: 205 },
    { numero: 1, mese: '2026-01', commessa: 'C2', cent: 9999 },
  ] as LabourShare[];

  it('la manodopera è quella del cantiere, di tutti i mesi o di uno', () => {
    expect([labourIn(labour, 'C1'), labourIn(labour, 'C1', '2026-02'), labourIn(labour, 'C1', '2026-03'), labourIn(labour, 'C3')]).toEqual([
      12.55, 2.05, 0, 0,
    ]);
  });

  it('ciò che non si sa non c’è; ciò che è zero sì', () => {
    expect(withoutNulls({ produzione: 0, costi: 0, noleggi: null, manodopera: 3 })).toEqual({ produzione: 0, costi: 0, manodopera: 3 });
  });

  it('il margine è la produzione meno tutti i costi, al centesimo; se di uno non si sa, non c’è', () => {
    expect(withMargin({ produzione: 100.1, costi: 20.2, noleggi: 30.3, manodopera: 0.1 })).toMatchObject({ margine: 49.5 });
    expect(withMargin({ produzione: 1, costi: 2, noleggi: 0, manodopera: 0 })).toMatchObject({ margine: -1 });
    for (const unknown of ['costi', 'noleggi', 'manodopera'] as const) {
      const { [unknown]: _left, ...figures } = { produzione: 1, costi: 0, noleggi: 0, manodopera: 0 };
      expect(withMargin(figures)).not.toHaveProperty('margine');
    }
  });
});
