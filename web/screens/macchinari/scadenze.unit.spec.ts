// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Row } from '#web/registers/list/columns.ts';
import { exceptions, maintenanceReasons, nearestOf, rowTone } from './scadenze.ts';

const TODAY = '2026-11-21';
const rowWith = (values: Record<string, string | number | null>): Row => ({ utente: 'a', versione: 1, ...values });

describe('le scadenze di una macchina', () => {
  it('una scadenza di oggi rende la riga rossa, una manutenzione dovuta viola, anche insieme', () => {
    expect(rowTone(rowWith({ scadenza_varie2: TODAY }), TODAY)).toEqual({ hot: true, due: false });
    expect(rowTone(rowWith({ manutenzione_oltre: 38 }), TODAY)).toEqual({ hot: false, due: true });
    const stopped = (more = '') => rowWith({ manutenzione_motivo: `Ferma per guasto: dal 2026-11-01${more}` });
    expect(rowTone(stopped(), TODAY)).toEqual({ hot: true, due: false });
    expect(rowTone(stopped('\nAntigelo: scaduta il 2026-11-03'), TODAY)).toEqual({ hot: true, due: true });
    expect(rowTone(rowWith({ scadenza_varie2: '2026-01-01', manutenzione_oltre: 0 }), TODAY)).toEqual({ hot: true, due: true });
    expect(rowTone(rowWith({ scadenza_varie2: '2026-11-22', manutenzione_oltre: null }), TODAY)).toEqual({ hot: false, due: false });
  });

  it('la manutenzione dice perché è dovuta, anche per la sola data', () => {
    const due = rowWith({
      manutenzione_oltre: null,
      manutenzione_motivo: 'Antigelo: scaduta il 2026-11-03\nFiltro olio: scaduta il 2026-11-04',
    });
    expect(rowTone(due, TODAY)).toEqual({ hot: false, due: true });
    expect(maintenanceReasons(due)).toEqual(['Antigelo: scaduta il 2026-11-03', 'Filtro olio: scaduta il 2026-11-04']);
    expect(maintenanceReasons(rowWith({ manutenzione_oltre: 12 }))).toEqual(['Oltre di 12 h']);
    expect(maintenanceReasons(rowWith({ manutenzione_oltre: null, manutenzione_motivo: null }))).toEqual([]);
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
