import { describe, expect, it } from 'vitest';
import { date, money, number, flag, choice, text } from '#contracts/core/fields.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { cellValue } from './cell-value.ts';
import { importable } from '#contracts/modules/import-columns.ts';
import { headsOf, matchColumns } from './match-columns.ts';

describe('Le colonne di un file', () => {
  it('si riconoscono dal nome o dall’etichetta, comunque scritte, una sola per campo; a mano si decide diversamente', () => {
    expect(matchColumns(headsOf(macchinari), ['MATRICOLA', 'Descrizione ', 'boh', 'descrizione'])).toEqual([
      'matricola',
      'descrizione',
      null,
      null,
    ]);
    expect(matchColumns(headsOf(macchinari), ['Targa interna', 'Descrizione'], { 'Targa interna': 'matricola', Descrizione: '' })).toEqual([
      'matricola',
      null,
    ]);
    expect(matchColumns(headsOf(macchinari), ['a', 'b'], { a: 'matricola', b: 'matricola' })).toEqual(['matricola', null]);
    expect(matchColumns(headsOf(macchinari), ['a'], { a: 'constructor' })).toEqual([null]);
  });
  it('non sono ciò che il portale calcola, né file; una riga figlia dice di chi è', () => {
    const fields = importable(macchinari).map(({ field }) => field);
    expect(fields[0]).toBe('matricola');
    for (const [field, { kind, computed }] of Object.entries(macchinari.fields))
      expect(fields.includes(field), field).toBe(!computed && kind !== 'document' && kind !== 'photo');
    expect(importable(produzione).map(({ field }) => field)).toContain(produzione.parent?.field);
  });
});

describe('Una cella', () => {
  it('vale ciò che un modulo manderebbe, scritta all’italiana o come la scrive un programma', () => {
    const read = (field: Parameters<typeof cellValue>[0], ...cells: (string | number | null)[]) =>
      cells.map((cell) => cellValue(field, cell));
    expect(read(date('D'), '31/12/2025', '1-2-2026', '2025-12-31 00:00:00', null)).toEqual([
      '2025-12-31',
      '2026-02-01',
      '2025-12-31 00:00:00',
      null,
    ]);
    expect(read(money('M'), '1.234,56', '€ 1.000.000,5', '12,5', '12.5', 7, '10.000', 'tanto')).toEqual([
      1234.56,
      1000000.5,
      12.5,
      12.5,
      7,
      '10.000',
      'tanto',
    ]);
    expect(read(number('N'), '-3,25')).toEqual([-3.25]);
    expect(read(flag('F'), 'Sì', 'X', 'no', 1, 0, 'forse')).toEqual([1, 1, 0, 1, 0, 'forse']);
    expect(read(choice('C', ['Operativo', 'Fermo']), 'OPERATIVO', 'altro')).toEqual(['Operativo', 'altro']);
    expect(read(text('T'), 7, ' a ')).toEqual(['7', 'a']);
  });
});
