import { describe, expect, it } from 'vitest';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import { toSave, pianoRows, withWritten, type StoredRow } from './piano.ts';

const row = (id: number, componente: string, marca: string | null): StoredRow => ({
  ...rowOf(manutMacchinari, { id, componente, marca_e_modello: marca, matricola: 'A1' }),
  versione: 4,
  ore_mancanti: null,
  scadenza: null,
});

describe('piano di manutenzione', () => {
  it('ha sempre le dodici righe, nel loro ordine', () => {
    const rows = pianoRows([row(9, 'antigelo', 'Eni'), row(7, 'filtro_olio', 'Mann')]);
    expect(rows).toHaveLength(12);
    expect(rows[3]).toMatchObject({ componente: 'filtro_olio', id: '7', versione: 4, valori: { marca_e_modello: 'Mann' } });
    expect(rows[11]).toMatchObject({ componente: 'antigelo', id: '9' });
    expect(rows[0]).toEqual({
      componente: 'filtro_aria_esterno',
      id: null,
      versione: null,
      valori: { marca_e_modello: null, quantita: null, frequenza: null, ogni_ore: null, ogni_mesi: null },
      prossima: { ore_mancanti: null, scadenza: null },
    });
  });
  it('si salvano solo le righe cambiate, con i soli valori cambiati', () => {
    const rows = pianoRows([row(7, 'filtro_olio', 'Mann')]);
    const written = withWritten(
      withWritten(withWritten({}, rows[3]!, 'quantita', '2'), rows[0]!, 'frequenza', ' '),
      rows[5]!,
      'frequenza',
      'ogni 500 h',
    );
    expect(toSave(written)).toEqual([
      { base: rows[3], valori: { quantita: '2' } },
      { base: rows[5], valori: { frequenza: 'ogni 500 h' } },
    ]);
  });
  it('un valore tolto si salva vuoto; rimesso come era non si salva', () => {
    const [, , , olio] = pianoRows([row(7, 'filtro_olio', 'Mann')]);
    const removed = withWritten({}, olio!, 'marca_e_modello', '');
    expect(toSave(removed)).toEqual([{ base: olio, valori: { marca_e_modello: null } }]);
    expect(toSave(withWritten(removed, olio!, 'marca_e_modello', 'Mann'))).toEqual([]);
  });
  it('ore e mesi sono numeri; quello che tocca viene dal portale', () => {
    const [, , , olio] = pianoRows([{ ...row(7, 'filtro_olio', 'Mann'), ogni_ore: 500, ore_mancanti: -12, scadenza: '2026-11-03' }]);
    expect(olio).toMatchObject({ valori: { ogni_ore: 500, ogni_mesi: null }, prossima: { ore_mancanti: -12, scadenza: '2026-11-03' } });
    const changed = withWritten(withWritten({}, olio!, 'ogni_ore', null), olio!, 'ogni_mesi', 12);
    expect(toSave(changed)).toEqual([{ base: olio, valori: { ogni_ore: null, ogni_mesi: 12 } }]);
    expect(toSave(withWritten({}, olio!, 'ogni_ore', 500))).toEqual([]);
  });
  it('la versione letta resta quella su cui si è scritto, anche se la riga cambia nel frattempo', () => {
    const [, , , olio] = pianoRows([row(7, 'filtro_olio', 'Mann')]);
    const [, , , after] = pianoRows([{ ...row(7, 'filtro_olio', 'Bosch'), versione: 9 }]);
    const written = withWritten(withWritten({}, olio!, 'quantita', '1'), after!, 'quantita', '2');
    expect(toSave(written)[0]?.base.versione).toBe(4);
  });
});
