import { describe, expect, it } from 'vitest';
import { csvField, cell, dateSerial, harmless, serialInstant, sheetText, type SheetColumn } from './cells.ts';

const text: SheetColumn = { label: 'Note', type: 'testo' };
const number: SheetColumn = { label: 'Ore', type: 'numero', decimals: 2 };
const euro: SheetColumn = { label: 'Costo', type: 'euro' };
const data: SheetColumn = { label: 'Data', type: 'data' };
const instant: SheetColumn = { label: 'Quando', type: 'istante' };
const logical: SheetColumn = { label: 'Attivo', type: 'logico' };

describe('una cella del foglio', () => {
  it('i numeri restano numeri, con il formato della loro colonna', () => {
    expect(cell(number, -3.5)).toEqual({ number: -3.5, format: 'decimale' });
    expect(cell({ ...number, decimals: 0 }, 12)).toEqual({ number: 12, format: 'intero' });
    expect(cell(euro, 0)).toEqual({ number: 0, format: 'euro' });
    expect(cell(text, 2019)).toEqual({ number: 2019, format: 'generale' });
  });

  it('le date sono i giorni che un foglio conta, un testo che data non è resta testo', () => {
    expect(cell(data, '2026-11-20')).toEqual({ number: 46346, format: 'data' });
    expect(cell(data, 'domani')).toEqual({ text: 'domani' });
    expect(dateSerial('1900-03-01')).toBe(61);
    // spreadsheets have a 29 February 1900, so serial numbers of earlier days differ
    expect(dateSerial('1900-02-28')).toBeNull();
  });

  it('un istante ha l’ora di Roma, d’inverno e d’estate', () => {
    expect(serialInstant('2026-11-20T08:30:00.000Z')).toBeCloseTo(46346 + 9.5 / 24, 9);
    expect(serialInstant('2026-07-01T22:30:00.000Z')).toBeCloseTo(46205 + 0.5 / 24, 9);
    expect(serialInstant('ieri')).toBeNull();
    expect(csvField(instant, '2026-07-01T22:30:05.000Z')).toBe('2026-07-02 00:30:05');
  });

  it('ciò che manca è vuoto, sì e no si leggono', () => {
    for (const column of [text, number, euro, data, instant, logical]) {
      for (const empty of [null, undefined, '']) expect([cell(column, empty), csvField(column, empty)]).toEqual([null, null]);
    }
    expect([cell(logical, 1), cell(logical, 0), cell(text, true)]).toEqual([{ text: 'sì' }, { text: 'no' }, { text: 'sì' }]);
    expect([csvField(logical, 1), csvField(logical, 0)]).toEqual(['sì', 'no']);
  });

  it('una formula resta il testo che è', () => {
    for (const formula of ['=1+1', '+39 06', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1']) {
      expect(cell(text, formula)).toEqual({ text: formula });
      expect(csvField(text, formula)).toBe(`'${formula}`);
    }
    expect(harmless('A0112 = nuova')).toBe('A0112 = nuova');
    expect(csvField(number, -2)).toBe('-2');
    expect(csvField(data, '=oggi()')).toBe("'=oggi()");
  });

  it('nel csv i decimali hanno la virgola', () => {
    expect([csvField(number, 1234.5), csvField(euro, 0.07), csvField(data, '2026-11-20')]).toEqual(['1234,5', '0,07', '2026-11-20']);
  });
});

describe('il testo di una cella', () => {
  it('non ha caratteri che un foglio rifiuta, e nulla che leggerebbe come altro', () => {
    expect(sheetText('a\u0000b\u001Fc\uFFFFd')).toBe('abcd');
    expect(sheetText('riga\r\naltra\tcolonna')).toBe('riga\naltra\tcolonna');
    expect(sheetText('_x0041_ e _x00e8_')).toBe('_x005F_x0041_ e _x005F_x00e8_');
    expect(sheetText('_x004_ _xyz_')).toBe('_x004_ _xyz_');
    expect(sheetText('mezza \uD83D faccina 😀')).toBe('mezza \uFFFD faccina 😀');
  });
  it('ci sta: 32.767 caratteri al massimo, senza una mezza faccina in fondo', () => {
    expect(sheetText('x'.repeat(32_767))).toHaveLength(32_767);
    expect(sheetText('x'.repeat(40_000))).toHaveLength(32_766);
    expect(sheetText(`${'x'.repeat(32_765)}😀😀`)).toBe('x'.repeat(32_765));
  });
});
