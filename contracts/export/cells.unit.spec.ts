import { describe, expect, it } from 'vitest';
import { campoCsv, cella, giornoSeriale, innocuo, istanteSeriale, testoFoglio, type ColonnaFoglio } from './cells.ts';

const testo: ColonnaFoglio = { etichetta: 'Note', tipo: 'testo' };
const numero: ColonnaFoglio = { etichetta: 'Ore', tipo: 'numero', decimali: 2 };
const euro: ColonnaFoglio = { etichetta: 'Costo', tipo: 'euro' };
const data: ColonnaFoglio = { etichetta: 'Data', tipo: 'data' };
const istante: ColonnaFoglio = { etichetta: 'Quando', tipo: 'istante' };
const logico: ColonnaFoglio = { etichetta: 'Attivo', tipo: 'logico' };

describe('una cella del foglio', () => {
  it('i numeri restano numeri, con il formato della loro colonna', () => {
    expect(cella(numero, -3.5)).toEqual({ numero: -3.5, formato: 'decimale' });
    expect(cella({ ...numero, decimali: 0 }, 12)).toEqual({ numero: 12, formato: 'intero' });
    expect(cella(euro, 0)).toEqual({ numero: 0, formato: 'euro' });
    expect(cella(testo, 2019)).toEqual({ numero: 2019, formato: 'generale' });
  });

  it('le date sono i giorni che un foglio conta, un testo che data non è resta testo', () => {
    expect(cella(data, '2026-11-20')).toEqual({ numero: 46346, formato: 'data' });
    expect(cella(data, 'domani')).toEqual({ testo: 'domani' });
    expect(giornoSeriale('1900-03-01')).toBe(61);
    // the calendar of spreadsheets has a 29 February 1900: before it days are counted otherwise
    expect(giornoSeriale('1900-02-28')).toBeNull();
  });

  it('un istante ha l’ora di Roma, d’inverno e d’estate', () => {
    expect(istanteSeriale('2026-11-20T08:30:00.000Z')).toBeCloseTo(46346 + 9.5 / 24, 9);
    expect(istanteSeriale('2026-07-01T22:30:00.000Z')).toBeCloseTo(46205 + 0.5 / 24, 9);
    expect(istanteSeriale('ieri')).toBeNull();
    expect(campoCsv(istante, '2026-07-01T22:30:05.000Z')).toBe('2026-07-02 00:30:05');
  });

  it('ciò che manca è vuoto, sì e no si leggono', () => {
    for (const colonna of [testo, numero, euro, data, istante, logico]) {
      for (const vuoto of [null, undefined, '']) expect([cella(colonna, vuoto), campoCsv(colonna, vuoto)]).toEqual([null, null]);
    }
    expect([cella(logico, 1), cella(logico, 0), cella(testo, true)]).toEqual([{ testo: 'sì' }, { testo: 'no' }, { testo: 'sì' }]);
    expect([campoCsv(logico, 1), campoCsv(logico, 0)]).toEqual(['sì', 'no']);
  });

  it('una formula resta il testo che è', () => {
    for (const formula of ['=1+1', '+39 06', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1']) {
      expect(cella(testo, formula)).toEqual({ testo: formula });
      expect(campoCsv(testo, formula)).toBe(`'${formula}`);
    }
    expect(innocuo('A0112 = nuova')).toBe('A0112 = nuova');
    expect(campoCsv(numero, -2)).toBe('-2');
    expect(campoCsv(data, '=oggi()')).toBe("'=oggi()");
  });

  it('nel csv i decimali hanno la virgola', () => {
    expect([campoCsv(numero, 1234.5), campoCsv(euro, 0.07), campoCsv(data, '2026-11-20')]).toEqual(['1234,5', '0,07', '2026-11-20']);
  });
});

describe('il testo di una cella', () => {
  it('non ha caratteri che un foglio rifiuta, e nulla che leggerebbe come altro', () => {
    expect(testoFoglio('a\u0000b\u001Fc\uFFFFd')).toBe('abcd');
    expect(testoFoglio('riga\r\naltra\tcolonna')).toBe('riga\naltra\tcolonna');
    expect(testoFoglio('_x0041_ e _x00e8_')).toBe('_x005F_x0041_ e _x005F_x00e8_');
    expect(testoFoglio('_x004_ _xyz_')).toBe('_x004_ _xyz_');
    expect(testoFoglio('mezza \uD83D faccina 😀')).toBe('mezza \uFFFD faccina 😀');
  });
  it('ci sta: 32.767 caratteri al massimo, senza una mezza faccina in fondo', () => {
    expect(testoFoglio('x'.repeat(32_767))).toHaveLength(32_767);
    expect(testoFoglio('x'.repeat(40_000))).toHaveLength(32_766);
    expect(testoFoglio(`${'x'.repeat(32_765)}😀😀`)).toBe('x'.repeat(32_765));
  });
});
