import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.testing.ts';
import * as lists from './lists.ts';
import { columnLetter, fileName, sheetName } from './file.ts';

const exportableList = lists.exportableList.bind(null, catalogue);

describe('gli elenchi che si esportano', () => {
  it('sono tutti i registri, con le loro colonne, e lo storico del portale', () => {
    for (const def of catalogue.registers) {
      const names = [...exportableList(def.path)!.columns.keys()];
      expect(names).toEqual(expect.arrayContaining([...def.list.columns, ...(def.list.optional ?? []), 'utente', def.key.field]));
    }
    expect(exportableList('storico')?.title).toBe('STORICO');
    for (const name of ['sconosciuta', 'constructor', '__proto__', '']) expect(exportableList(name)).toBeUndefined();
  });

  it('una colonna ha etichetta, tipo e valore della sua definizione', () => {
    const { columns } = exportableList('macchinari')!;
    expect(columns.get('scadenza_varie2')).toMatchObject({ label: 'Funi e catene', type: 'data' });
    expect(columns.get('ore_km')?.type).toBe('numero');
    expect(columns.get('anno_acquisto')?.type).toBe('testo');
    expect(columns.get('manutenzione')?.value({ manutenzione_oltre: 12 })).toBe(12);
    expect(columns.get('manutenzione')?.value({ manutenzione_oltre: null })).toBeNull();
    expect(exportableList('accise')?.columns.get('id')?.label).toBe('Numero');
  });

  it('una scelta mostra la sua etichetta, un valore che non è fra le scelte se stesso', () => {
    const chosen = catalogue.registers.flatMap((def) =>
      Object.entries(def.fields).flatMap(([name, f]) => (f.kind === 'choice' ? [{ def, nome: name, f }] : [])),
    );
    expect(chosen.length).toBeGreaterThan(0);
    for (const { def, nome, f } of chosen) {
      const column = exportableList(def.path)!.columns.get(nome)!;
      for (const { value, label } of f.options) expect(column.value({ [nome]: value })).toBe(label);
      expect(column.value({ [nome]: 'di una volta' })).toBe('di una volta');
    }
  });

  it('una voce dello storico si legge come sullo schermo', () => {
    const { columns } = exportableList('storico')!;
    const entry = {
      tabella: 'macchinari',
      id: 'A0112',
      tipo: 'modificato',
      quando: '2026-11-20T08:30:00.000Z',
      utente: 'l.ferretti',
      nome: null,
      frase: 'ha modificato 1 campo',
      campi: [
        {
          campo: 'ore_km',
          etichetta: catalogue.registerOrThrow('macchinari').fields['ore_km']!.label,
          tipo: 'number',
          prima: 6412,
          dopo: 6538,
        },
      ],
    };
    expect(['utente', 'nome', 'record', 'campi', 'quando'].map((name) => columns.get(name)?.value(entry))).toEqual([
      'l.ferretti',
      null,
      'macchinario A0112',
      'Ore/Km: 6.412 → 6.538',
      '2026-11-20T08:30:00.000Z',
    ]);
  });
});

describe('i nomi di un file esportato', () => {
  it('il file ha titolo e data, senza caratteri vietati', () => {
    expect(fileName('ACCISE', '2026-11-20', 'xlsx')).toBe('ACCISE_2026-11-20.xlsx');
    expect(fileName('../TIPO: A/B', '2026-11-20', 'csv')).toBe('TIPO AB_2026-11-20.csv');
    expect(fileName('///', '2026-11-20', 'csv')).toBe('elenco_2026-11-20.csv');
  });
  it('il foglio ha un nome che un riferimento può usare', () => {
    expect(sheetName("VENDUTI/DISMESSI [l'anno]")).toBe('VENDUTI DISMESSI  l anno');
    expect(sheetName('x'.repeat(50), 12)).toBe(`${'x'.repeat(28)} 12`);
  });
  it('le colonne si contano con le lettere', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
