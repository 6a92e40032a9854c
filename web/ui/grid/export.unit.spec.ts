import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readXlsx } from '../../../test/xlsx.ts';
import type { GridColumn } from './columns.ts';
import { dateSerial, exportTable, fileName } from './export.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

interface Row {
  data: string | null;
  ore: number | null;
  costo: number | null;
  note: string;
  attivo: number | null;
  quando: string | null;
}
const columns: GridColumn<Row>[] = [
  { id: 'data', label: 'Data', type: 'deadline' },
  { id: 'ore', label: 'Ore', type: 'number' },
  { id: 'costo', label: 'Costo', type: 'money' },
  { id: 'note', label: 'Note', type: 'secondary', render: () => 'altro' },
  { id: 'attivo', label: 'Attivo', type: 'flag' },
  { id: 'quando', label: 'Quando', type: 'time', value: (row) => row.quando },
];
const FORMULE = ['=1+1', '+39 06', '-2+3', '@SOMMA(A1)', '\t=1', '=HYPERLINK("http://x";"y")'];

describe('esportazione di un elenco dal browser', () => {
  const table = exportTable('Accise: A/B', columns, [
    { data: '2026-11-20', ore: -12.5, costo: 1234.5, note: '=1+1', attivo: 1, quando: '2026-11-20T08:30:00.000Z' },
    { data: null, ore: null, costo: null, note: '', attivo: 0, quando: null },
    ...FORMULE.map((note) => ({ data: 'domani', ore: 3, costo: 0, note, attivo: null, quando: null })),
    { data: null, ore: 1, costo: 1, note: ' <perché> & "😀"\n_x0041_ ', attivo: null, quando: null },
  ]);

  it('esporta i valori delle colonne, non ciò che la cella disegna', () => {
    expect(table.rows[0]).toEqual(['2026-11-20', -12.5, 1234.5, '=1+1', 1, '2026-11-20T08:30:00.000Z']);
    expect(table.columns.map(({ label, type: kind }) => [label, kind])).toEqual([
      ['Data', 'data'],
      ['Ore', 'numero'],
      ['Costo', 'euro'],
      ['Note', 'testo'],
      ['Attivo', 'logico'],
      ['Quando', 'istante'],
    ]);
  });

  it('nel foglio date, euro e numeri sono numeri con il loro formato, le formule testi', async () => {
    const [sheet, ...others] = await readXlsx(Buffer.from(writeXlsx(table)));
    expect([sheet!.name, others]).toEqual(['Accise  A B', []]);
    const [head, before, second, ...rest] = sheet!.rows;
    expect(head!.map((c) => c!.value)).toEqual(['Data', 'Ore', 'Costo', 'Note', 'Attivo', 'Quando']);
    expect(before).toEqual([
      { type: 'numero', value: 46346, format: 'yyyy-mm-dd' },
      { type: 'numero', value: -12.5, format: '#,##0.00##' },
      { type: 'numero', value: 1234.5, format: '"€" #,##0.00' },
      { type: 'testo', value: '=1+1', format: 'General' },
      { type: 'testo', value: 'sì', format: 'General' },
      { type: 'numero', value: expect.closeTo(46346 + 9.5 / 24, 6), format: 'yyyy-mm-dd hh:mm' },
    ]);
    expect(Array.from(second!, (c) => c?.value)).toEqual([undefined, undefined, undefined, undefined, 'no']);
    expect(rest.slice(0, -1).map((row) => row[3])).toEqual(FORMULE.map((value) => ({ type: 'testo', value, format: 'General' })));
    expect(rest.at(-1)![3]!.value).toBe(' <perché> & "😀"\n_x0041_ ');
    expect(sheet!.xml).toContain('state="frozen"');
    expect(sheet!.xml).toContain(`<autoFilter ref="A1:F${table.rows.length + 1}"/>`);
  });

  it('nel csv i decimali hanno la virgola e le formule non si eseguono', () => {
    const text = writeCsv(table);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const { data, errors } = Papa.parse<string[]>(text.slice(1), { delimiter: ';', newline: '\r\n' });
    expect(errors).toEqual([]);
    expect(data.slice(0, 3)).toEqual([
      ['Data', 'Ore', 'Costo', 'Note', 'Attivo', 'Quando'],
      ['2026-11-20', '-12,5', '1234,5', "'=1+1", 'sì', '2026-11-20 09:30:00'],
      ['', '', '', '', 'no', ''],
    ]);
    expect(data.slice(3, -1).map((row) => row[3])).toEqual(FORMULE.map((f) => `'${f}`));
    expect(data.at(-1)![3]).toBe(' <perché> & "😀"\n_x0041_ ');
  });

  it('un elenco vuoto ha la sua intestazione', async () => {
    const [sheet] = await readXlsx(Buffer.from(writeXlsx({ ...table, rows: [] })));
    expect(sheet!.rows).toHaveLength(1);
  });

  it('le date sono i giorni che un foglio conta, il nome del file non ha caratteri vietati', () => {
    expect(dateSerial('2026-11-20')).toBe(46346);
    expect(fileName('Scheda A/1', 'csv')).toBe('Scheda A1.csv');
  });
});
