import { describe, expect, it } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { users } from '#contracts/registers/users.ts';
import { FileTooLarge } from './limits.ts';
import { previewTables, proposeFields } from './table-preview.ts';
import { headsOf } from './match-columns.ts';
import { NOTES, type Table } from './tables.ts';

const rows = (...cells: (string | number | null)[][]) => cells.map((some, i) => ({ row: i + 2, cells: some }));
const heads = [headsOf(macchinari), headsOf(users)];

describe('Ciò che di un file si dice prima di importarlo', () => {
  it('sono le tabelle con righe, non le istruzioni; di ognuna le prime tre, tagliate a sessanta caratteri', () => {
    const table: Table = {
      name: 'Foglio',
      columns: ['Matricola', 'Note'],
      rows: rows(['A1', 'x'.repeat(70)], [2, null], ['A3', ''], ['A4', '']),
    };
    const none: Table = { name: 'vuota', columns: ['a'], rows: [] };
    const notes: Table = { name: NOTES, columns: ['Colonna'], rows: rows(['x']) };
    expect(previewTables([none, notes, table], heads)).toEqual([
      {
        nome: 'Foglio',
        registro: null,
        righe: 4,
        colonne: [
          { colonna: 'Matricola', campo: null, password: false, esempi: ['A1', '2', 'A3'] },
          { colonna: 'Note', campo: null, password: false, esempi: ['x'.repeat(60), '', ''] },
        ],
      },
    ]);
  });

  it('una tabella che si chiama come un registro propone i suoi campi; una colonna di password è tale solo dove i record entrano', () => {
    const [machines, people] = previewTables(
      [
        { name: 'macchinari', columns: ['matricola', 'passMD5'], rows: rows(['A', 'b']) },
        { name: 'users', columns: ['memberID', 'passMD5'], rows: rows(['A', 'b']) },
      ],
      heads,
    );
    expect([machines!.registro, machines!.colonne.map(({ campo, password }) => [campo, password])]).toEqual([
      'macchinari',
      [
        ['matricola', false],
        [null, false],
      ],
    ]);
    expect([people!.registro, people!.colonne.map(({ password }) => password)]).toEqual(['users', [false, true]]);
  });

  it('scelto un altro registro, i campi sono i suoi; tolto, nessuno', () => {
    const [seen] = previewTables([{ name: null, columns: ['Matricola'], rows: rows(['A']) }], heads);
    const chosen = proposeFields(seen!, headsOf(macchinari));
    expect([chosen.registro, chosen.colonne[0]!.campo]).toEqual(['macchinari', 'matricola']);
    const cleared = proposeFields(chosen, undefined);
    expect([cleared.registro, cleared.colonne[0]!.campo]).toEqual([null, null]);
  });

  it('ciò che se ne dice ha un limite di un megabyte', () => {
    const wide = (length: number): Table[] => [{ name: null, columns: ['x'.repeat(length)], rows: rows(['']) }];
    const { length } = JSON.stringify(previewTables(wide(1), []));
    expect(previewTables(wide(1_000_001 - length), [])).toHaveLength(1);
    expect(() => previewTables(wide(1_000_002 - length), [])).toThrow(FileTooLarge);
    expect(() => previewTables(wide(1_000_002 - length), [])).toThrow('1 MB di intestazioni');
  });
});
