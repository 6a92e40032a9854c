import { describe, expect, it } from 'vitest';
import type { Row } from '#web/registers/list/columns.ts';
import { eccezioni, prossima, tonoRiga } from './scadenze.ts';

const OGGI = '2026-11-21';
const riga = (valori: Record<string, string | number | null>): Row => ({ utente: 'a', versione: 1, ...valori });

describe('le scadenze di una macchina', () => {
  it('una scadenza di oggi rende la riga rossa, una manutenzione dovuta viola, anche insieme', () => {
    expect(tonoRiga(riga({ scadenza_varie2: OGGI }), OGGI)).toEqual({ hot: true, due: false });
    expect(tonoRiga(riga({ manutenzione_oltre: 38 }), OGGI)).toEqual({ hot: false, due: true });
    expect(tonoRiga(riga({ scadenza_varie2: '2026-01-01', manutenzione_oltre: 0 }), OGGI)).toEqual({ hot: true, due: true });
    expect(tonoRiga(riga({ scadenza_varie2: '2026-11-22', manutenzione_oltre: null }), OGGI)).toEqual({ hot: false, due: false });
  });

  it('le eccezioni sono in ordine di urgenza, poi viene la prossima', () => {
    const row = riga({ scadenza_varie2: '2026-12-10', scadenza_assicurazione: '2026-11-01', scadenza_circolazione: '2027-05-01', scadenza_varie3: '2027-03-01' });
    expect(eccezioni(row, OGGI).map((s) => [s.nome, s.tono])).toEqual([['Assicurazione', 'danger-solid'], ['Funi e catene', 'warn']]);
    expect(prossima(row, OGGI)).toMatchObject({ nome: 'Periodica', date: '2027-03-01' });
  });

  it('una macchina senza scadenze non ne ha di prossime', () => {
    expect(eccezioni(riga({}), OGGI)).toEqual([]);
    expect(prossima(riga({}), OGGI)).toBeUndefined();
  });
});
