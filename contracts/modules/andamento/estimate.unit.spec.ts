import { describe, expect, it } from 'vitest';
import { budgetEstimate } from './estimate.ts';

describe('la stima di quando finisce un budget', () => {
  it('è il mese in cui finisce ciò che resta, al passo degli ultimi tre', () => {
    // the remaining budget lasts one, two and a half, or twelve months, counted from the current month
    expect(budgetEstimate(100, [100, 50, 150], '2026-11')).toEqual({ al_mese: 100, mese: '2026-11' });
    expect(budgetEstimate(250, [100, 50, 150], '2026-11')).toEqual({ al_mese: 100, mese: '2027-01' });
    expect(budgetEstimate(1200, [100, 100, 100], '2026-11')).toEqual({ al_mese: 100, mese: '2027-10' });
  });

  it('non c’è dove niente viene consumato, dove è finito, o dove durerebbe più di dieci anni', () => {
    expect(budgetEstimate(100, [0, 0, 0], '2026-11')).toEqual({ al_mese: 0 });
    expect(budgetEstimate(100, [10, -40, 0], '2026-11')).toEqual({ al_mese: -10 });
    expect(budgetEstimate(0, [10, 10, 10], '2026-11')).toEqual({ al_mese: 10 });
    expect(budgetEstimate(1300, [10, 10, 10], '2026-11')).toEqual({ al_mese: 10 });
  });
});
