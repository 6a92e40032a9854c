// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Row } from '#web/registers/list/columns.ts';
import { exceptions, nearestOf, rowTone } from './scadenze.ts';

const TODAY = '2026-11-21';
const rowWith = (values: Record<string, string | number | null>): Row => ({ utente: 'a', versione: 1, ...values });

describe('le scadenze di una macchina', () => {
  it('una scadenza di oggi rende la riga rossa, una manutenzione dovuta viola, anche insieme', () => {
    expect(rowTone(rowWith({ scadenza_varie2: TODAY }), TODAY)).toEqual({ hot: true, due: false });
    expect(rowTone(rowWith({ manutenzione_oltre: 38 }), TODAY)).toEqual({ hot: false, due: true });
    expect(rowTone(rowWith({ scadenza_varie2: '2026-01-01', manutenzione_oltre: 0 }), TODAY)).toEqual({ hot: true, due: true });
    expect(rowTone(rowWith({ scadenza_varie2: '2026-11-22', manutenzione_oltre: null }), TODAY)).toEqual({ hot: false, due: false });
  });

  it('le eccezioni sono in ordine di urgenza, poi viene la prossima', () => {
    const row = rowWith({
      scadenza_varie2: '2026-12-10',
      scadenza_assicurazione: '2026-11-01',
      scadenza_circolazione: '2027-05-01',
      scadenza_varie3: '2027-03-01',
    });
    expect(exceptions(row, TODAY).map((s) => [s.nome, s.tone])).toEqual([
      ['Assicurazione', 'danger-solid'],
      ['Funi e catene', 'warn'],
    ]);
    expect(nearestOf(row, TODAY)).toMatchObject({ nome: 'Periodica', date: '2027-03-01' });
  });

  it('una macchina senza scadenze non ne ha di prossime', () => {
    expect(exceptions(rowWith({}), TODAY)).toEqual([]);
    expect(nearestOf(rowWith({}), TODAY)).toBeUndefined();
  });
});
