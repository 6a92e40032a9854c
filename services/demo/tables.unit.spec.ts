import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { flagOf, numberOf, partsOf, readList, readTable } from './tables.ts';

const FOLDER = new URL('./tables/', import.meta.url);

describe('le tabelle della ditta dimostrativa', () => {
  it('ogni riga ha una cella per colonna, senza spazi ai bordi, e nessuna riga c’è due volte', () => {
    const files = readdirSync(FOLDER);
    expect(files.length).toBeGreaterThan(15);
    for (const file of files) {
      const head = readFileSync(new URL(file, FOLDER), 'utf8').split('\n')[0]!.split(';');
      const rows = readTable(file.replace('.csv', ''), head).map((row) => head.map((column) => row[column]!));
      expect([file, rows.length > 0, new Set(rows.map((cells) => cells.join(';'))).size]).toEqual([file, true, rows.length]);
      for (const cells of rows) expect([file, cells]).toEqual([file, cells.map((cell) => cell.trim())]);
    }
  });

  it('chi chiede altre colonne lo viene a sapere', () => {
    expect(() => readTable('wbs', ['altro'])).toThrow('wbs.csv has the columns wbs');
    expect(readList('wbs', 'wbs')).toContain('PARATIA');
  });

  it('una cella è un numero, un sì o più parti', () => {
    expect([numberOf('18.1234'), flagOf('sì'), flagOf(''), partsOf('a, b')]).toEqual([18.1234, true, false, ['a', 'b']]);
    for (const cell of ['', 'x', '1,5']) expect(() => numberOf(cell)).toThrow('is no number');
  });
});
