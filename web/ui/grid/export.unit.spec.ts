import { describe, expect, it } from 'vitest';
import { csvRows, dateSerial, exportTable, fileName, harmless } from './export.ts';
import type { GridColumn } from './columns.ts';

interface Riga { data: string | null; ore: number | null; note: string; attivo: boolean }
const columns: GridColumn<Riga>[] = [
  { id: 'data', label: 'Data', type: 'date' }, { id: 'ore', label: 'Ore', type: 'number' },
  { id: 'note', label: 'Note', render: () => 'altro' }, { id: 'attivo', label: 'Attivo' },
];

describe('esportazione di un elenco', () => {
  const table = exportTable('Accise', columns, [
    { data: '2026-11-20', ore: 12.5, note: '=1+1', attivo: true },
    { data: null, ore: null, note: '', attivo: false },
  ]);

  it('esporta i valori, non ciò che la cella disegna', () => {
    expect(table.rows).toEqual([['2026-11-20', 12.5, '=1+1', 'sì'], [null, null, null, 'no']]);
    expect(table.types).toEqual(['date', 'number', 'text', 'text']);
  });

  it('nel csv i decimali hanno la virgola e le formule non si eseguono', () => {
    expect(csvRows(table)).toEqual([
      ['Data', 'Ore', 'Note', 'Attivo'],
      ['2026-11-20', '12,5', "'=1+1", 'sì'],
      ['', '', '', 'no'],
    ]);
  });

  it('un numero negativo resta un numero', () => {
    expect(csvRows(exportTable('x', columns, [{ data: null, ore: -3, note: 'a', attivo: true }]))[1]![1]).toBe('-3');
    expect(harmless('A0112')).toBe('A0112');
  });

  it('le date sono i giorni che un foglio conta', () => {
    expect(dateSerial('1900-03-01')).toBe(61);
    expect(dateSerial('2026-11-20')).toBe(46346);
    expect(dateSerial('domani')).toBeNull();
  });

  it('il nome del file non ha caratteri vietati', () => {
    expect(fileName('ACCISE 2026/11', 'csv')).toBe('ACCISE 202611.csv');
    expect(fileName('///', 'xlsx')).toBe('elenco.xlsx');
  });
});
