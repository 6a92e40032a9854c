import { expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { errorsOf } from './planned-rows.ts';

const table = { name: 'Foglio 1', columns: ['Codice', 'Anno di acquisto'], rows: [] };
const told = (errors: { campo: string; messaggio: string }[], name: string | null = table.name) =>
  errorsOf(macchinari, { ...table, name }, ['matricola', 'anno_acquisto'], 7, new DomainError('RICHIESTA_NON_VALIDA', { errors }));

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
