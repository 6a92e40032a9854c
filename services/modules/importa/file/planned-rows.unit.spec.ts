import { expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { catalogue } from '../../../../test/catalogue.ts';
import { headsOf, matchColumns } from './match-columns.ts';
import { errorsOf, plannedRows } from './planned-rows.ts';
import type { Cell } from './tables.ts';

const table = { name: 'Foglio 1', columns: ['Codice', 'Anno di acquisto'], rows: [] };
const told = (errors: { campo: string; messaggio: string }[], name: string | null = table.name) =>
  errorsOf(
    macchinari,
    { table: { ...table, name }, matching: ['matricola', 'anno_acquisto'], row: 7 },
    new DomainError('RICHIESTA_NON_VALIDA', { errors }),
  );

it('un errore dice la colonna del file; dove il file non l’ha, il campo', () => {
  expect(
    told([
      { campo: 'matricola', messaggio: 'Manca' },
      { campo: 'anno_acquisto', messaggio: 'Serve un numero' },
      { campo: 'targa', messaggio: 'Troppo lunga' },
    ]),
  ).toEqual([
    { table: 'Foglio 1', row: 7, column: 'Codice', message: 'Manca' },
    { table: 'Foglio 1', row: 7, column: 'Anno di acquisto', message: 'Serve un numero' },
    { table: 'Foglio 1', row: 7, column: 'targa', message: 'Troppo lunga' },
  ]);
});

it('senza un campo dice la frase; senza il nome del foglio, il registro', () => {
  expect(told([], null)).toEqual([{ table: 'macchinari', row: 7, column: null, message: expect.stringMatching(/\w/) }]);
});

const planned = (def: Parameters<typeof plannedRows>[1], columns: string[], ...rows: Cell[][]) =>
  plannedRows(
    catalogue,
    def,
    { name: null, columns, rows: rows.map((cells, i) => ({ row: i + 2, cells })) },
    matchColumns(headsOf(def), columns),
  );

it('una riga diventa ciò che il modulo manderebbe; una colonna senza campo non conta', () => {
  expect(planned(macchinari, ['Matricola', 'boh', 'Costo acquisto', 'Ammessa al rimborso accise'], ['A1', 'x', '1.234,5', 'sì'])).toEqual([
    {
      row: 2,
      command: {
        register: 'macchinari',
        action: 'create',
        key: 'A1',
        values: expect.objectContaining({ costo: 1234.5, accisa_ammessa: 1 }),
      },
    },
  ]);
});

it('le righe sbagliate dicono perché, e le altre restano', () => {
  const [good, empty, wrong] = planned(macchinari, ['Matricola', 'Anno acquisto'], ['A1', 2020], ['', 2020], ['A2', 'ieri']);
  expect(good).toMatchObject({ row: 2, command: { key: 'A1' } });
  expect(empty).toMatchObject({ row: 3, errors: [{ table: 'macchinari', row: 3, column: 'Matricola' }] });
  expect(wrong).toMatchObject({ row: 4, errors: [{ table: 'macchinari', row: 4, column: 'Anno acquisto' }] });
});

it('il numero lo dà il portale dove il file non lo dice; uno troppo alto si rifiuta, il più alto no', () => {
  const key = manutMacchinari.key.field;
  const rows = planned(
    manutMacchinari,
    [key, 'Matricola', 'Componente'],
    ...[null, 7, 100_000_000, 100_000_001].map((id) => [id, 'A', 'Antigelo (kg)']),
  );
  const keys = rows.map((row) => ('command' in row ? row.command.key : row.errors.map(({ column, message }) => [column, message])));
  expect(keys).toEqual([undefined, 7, 100_000_000, [[key, 'Il numero è troppo alto: al massimo 100000000']]]);
  expect(rows[0]).not.toHaveProperty('command.key');
});

it('una riga figlia dice di chi è, e senza non può nascere', () => {
  const { field } = produzione.parent!;
  const [own, lost] = planned(produzione, [field, 'quantita'], [501, 3], ['', 3]);
  expect(own).toMatchObject({ command: { register: 'produzione', values: { [field]: 501 } } });
  expect(lost).toMatchObject({ errors: [expect.objectContaining({ column: field })] });
});
