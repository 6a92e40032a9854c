import { describe, expect, it } from 'vitest';
import { REGISTRI, registro } from '../registers/index.ts';
import { elencoEsportabile } from './lists.ts';
import { letteraColonna, nomeFile, nomeFoglio } from './file.ts';

describe('gli elenchi che si esportano', () => {
  it('sono tutti i registri, con le loro colonne, e lo storico del portale', () => {
    for (const def of REGISTRI) {
      const nomi = [...elencoEsportabile(def.path)!.colonne.keys()];
      expect(nomi).toEqual(expect.arrayContaining([...def.list.columns, ...(def.list.hidden ?? []), 'utente', def.key.field]));
    }
    expect(elencoEsportabile('storico')?.titolo).toBe('STORICO');
    for (const nome of ['sconosciuta', 'constructor', '__proto__', '']) expect(elencoEsportabile(nome)).toBeUndefined();
  });

  it('una colonna ha etichetta, tipo e valore della sua definizione', () => {
    const { colonne } = elencoEsportabile('macchinari')!;
    expect(colonne.get('scadenza_varie2')).toMatchObject({ etichetta: 'Funi e catene', tipo: 'data' });
    expect(colonne.get('ore_km')?.tipo).toBe('numero');
    expect(colonne.get('anno_acquisto')?.tipo).toBe('testo');
    expect(colonne.get('manutenzione')?.valore({ manutenzione_oltre: 12 })).toBe(12);
    expect(colonne.get('manutenzione')?.valore({ manutenzione_oltre: null })).toBeNull();
    expect(elencoEsportabile('accise')?.colonne.get('id')?.etichetta).toBe('Numero');
  });

  it('una scelta mostra la sua etichetta, un valore che non è fra le scelte se stesso', () => {
    const scelte = REGISTRI.flatMap((def) => Object.entries(def.fields).flatMap(([nome, f]) => (f.kind === 'choice' ? [{ def, nome, f }] : [])));
    expect(scelte.length).toBeGreaterThan(0);
    for (const { def, nome, f } of scelte) {
      const colonna = elencoEsportabile(def.path)!.colonne.get(nome)!;
      for (const { valore, etichetta } of f.opzioni) expect(colonna.valore({ [nome]: valore })).toBe(etichetta);
      expect(colonna.valore({ [nome]: 'di una volta' })).toBe('di una volta');
    }
  });

  it('una voce dello storico si legge come sullo schermo', () => {
    const { colonne } = elencoEsportabile('storico')!;
    const voce = {
      tabella: 'macchinari', id: 'A0112', tipo: 'modificato', quando: '2026-11-20T08:30:00.000Z', utente: 'l.ferretti', nome: null, frase: 'ha modificato 1 campo',
      campi: [{ campo: 'ore_km', etichetta: registro('macchinari')!.fields['ore_km']!.etichetta, tipo: 'number', prima: 6412, dopo: 6538 }],
    };
    expect(['nome', 'record', 'campi', 'quando'].map((nome) => colonne.get(nome)?.valore(voce))).toEqual([
      'l.ferretti', 'macchinario A0112', 'Ore/Km: 6.412 → 6.538', '2026-11-20T08:30:00.000Z',
    ]);
  });
});

describe('i nomi di un file esportato', () => {
  it('il file ha titolo e data, senza caratteri vietati', () => {
    expect(nomeFile('ACCISE', '2026-11-20', 'xlsx')).toBe('ACCISE_2026-11-20.xlsx');
    expect(nomeFile('../TIPO: A/B', '2026-11-20', 'csv')).toBe('TIPO AB_2026-11-20.csv');
    expect(nomeFile('///', '2026-11-20', 'csv')).toBe('elenco_2026-11-20.csv');
  });
  it('il foglio ha un nome che un riferimento può usare', () => {
    expect(nomeFoglio("VENDUTI/DISMESSI [l'anno]")).toBe('VENDUTI DISMESSI  l anno');
    expect(nomeFoglio('x'.repeat(50), 12)).toBe(`${'x'.repeat(28)} 12`);
  });
  it('le colonne si contano con le lettere', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(letteraColonna)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
