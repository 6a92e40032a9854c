import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldSchema, parseNumber } from './field-schema.ts';
import { choice, color, date, flag, money, multi, note, number, ref, text, url, type Field } from './fields.ts';

const ok = (field: Field, value: unknown) => fieldSchema(field).parse(value);
const ko = (field: Field, value: unknown) => fieldSchema(field).safeParse(value).error?.issues[0]?.message;

describe('un campo controlla quello che arriva', () => {
  it('un testo vuoto o di soli spazi è vuoto', () => {
    expect(ok(text('T'), '')).toBeNull();
    expect(ok(text('T'), '   ')).toBeNull();
    expect(ok(text('T'), null)).toBeNull();
  });

  it('un testo resta com’è, accenti, apici e spazi compresi', () => {
    expect(ok(text('T'), '  L\'età "d\'oro" – 2ª ')).toBe('  L\'età "d\'oro" – 2ª ');
    expect(ok(text('T'), '<script>alert(1)</script>')).toBe('<script>alert(1)</script>');
  });

  it('un testo troppo lungo o con caratteri di controllo è rifiutato in italiano', () => {
    expect(ko(text('T', { max: 4 }), '04121')).toBe('Al massimo 4 caratteri');
    expect(ko(text('T'), 'a\u0000b')).toBe('Contiene caratteri di controllo');
    expect(ko(text('T'), 'a\nb')).toBe('Contiene caratteri di controllo');
    expect(ok(note('N'), 'a\nb\tc')).toBe('a\nb\tc');
    expect(ko(text('T'), { a: 1 })).toBe('Serve un testo');
  });

  it('un numero si scrive con la virgola o con il punto', () => {
    expect(ok(number('N'), '1234,5')).toBe(1234.5);
    expect(ok(number('N'), '1234.5')).toBe(1234.5);
    expect(ok(number('N', { decimals: 3 }), '0.125')).toBe(0.125);
    expect(ok(number('N', { decimals: 3 }), '1234.567')).toBe(1234.567);
    expect(ok(number('N'), 12)).toBe(12);
    expect(ok(number('N'), '')).toBeNull();
  });

  it.each([
    '10.000',
    '1.234,5',
    '1,234.5',
    '1.234.567',
    '-10.000',
    '1 000',
    "1'000",
    '1,',
    ',5',
    'abc',
    '1e5',
    '0x10',
    'Infinity',
    '12,3,4',
    true,
    [1],
    {},
  ])('%j non è un numero', (value) => {
    expect(ko(number('N'), value)).toBe('Serve un numero');
  });

  it('i decimali, il minimo e la grandezza di un numero hanno un limite', () => {
    expect(ko(number('N', { decimals: 0 }), 1.5)).toBe('Serve un numero intero');
    for (const n of [1.234, 1.001, 1.00005, -0.00101]) expect(ko(number('N'), n), String(n)).toBe('Al massimo 2 decimali');
    for (const n of [0.1 + 0.2, '123456789012.12345']) expect(ko(number('N', { decimals: 6 }), n), String(n)).toBe('Al massimo 15 cifre');
    expect(ok(number('N', { decimals: 3 }), 123_456_789_012.123)).toBe(123_456_789_012.123);
    expect(ko(number('N', { min: 0 }), -1)).toBe('Non può essere minore di 0');
    expect(ko(number('N'), 1e15)).toBe('Il numero è troppo grande');
    expect(ko(number('N'), Number.NaN)).toBe('Serve un numero');
  });

  it('gli euro hanno al massimo i centesimi', () => {
    expect(ok(money('E'), '418500,10')).toBe(418_500.1);
    expect(ko(money('E'), 0.001)).toBe('Al massimo 2 decimali');
  });

  it('un segnaposto di data è nessuna data, una data impossibile è rifiutata', () => {
    expect(ok(date('D'), '1899-11-30')).toBeNull();
    expect(ko(date('D'), '2111-12-06')).toBe('Serve una data AAAA-MM-GG');
    expect(ko(number('Anno', { decimals: 0, min: 1900, year: true }), 20_26)).toBeUndefined();
    expect(ko(number('Anno', { decimals: 0, min: 1900, year: true }), 2111)).toBe('Non può essere maggiore di 2100');
    expect(ko(date('D'), '2026-02-30')).toBe('Il giorno 2026-02-30 non esiste');
    expect(ko(date('D'), '2026-02-30T10:00:00Z')).toBe('Il giorno 2026-02-30 non esiste');
    expect(ko(date('D'), '30 febbraio')).toBe('Serve una data AAAA-MM-GG');
    expect(ko(date('D'), 5)).toBe('Serve una data AAAA-MM-GG');
  });

  it('una scelta, un colore, un indirizzo e un sì/no accettano solo i loro valori', () => {
    expect(ok(choice('S', ['A', 'B']), 'B')).toBe('B');
    expect(ko(choice('S', ['A', 'B']), 'C')).toBe('Valori ammessi: A, B');
    expect(ok(color('C'), '#2C6E8C')).toBe('#2C6E8C');
    expect(ko(color('C'), 'red')).toBe('Serve un colore come #2C6E8C');
    expect(ko(url('U'), 'javascript:alert(1)')).toBe('Serve un indirizzo che inizi con https://');
    expect(ok(url('U'), 'https://maps.example/a')).toBe('https://maps.example/a');
    expect([true, '1', 'true', 1].map((v) => ok(flag('F'), v))).toEqual([1, 1, 1, 1]);
    expect([false, '0', 'false', '', 0].map((v) => ok(flag('F'), v))).toEqual([0, 0, 0, 0, 0]);
    expect(ko(flag('F'), 2)).toBe('Serve 0 oppure 1');
  });

  it('un riferimento tiene il valore, una scelta multipla il testo unito', () => {
    expect(ok(ref('R', 'cantieri', 'commessa'), '0412')).toBe('0412');
    expect(ok(multi('M', 'elencoManutenzioni', 'Descrizione'), 'Filtro Motore, Batterie')).toBe('Filtro Motore, Batterie');
  });

  it('qualunque valore dà un risultato o una frase, mai un’eccezione', () => {
    const fields: Field[] = [text('T'), note('N'), number('N'), money('E'), date('D'), flag('F'), color('C'), url('U'), choice('S', ['A'])];
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), (field, value) => {
        const result = fieldSchema(field).safeParse(value);
        if (!result.success) expect(result.error.issues[0]?.message).toMatch(/^[A-ZÀ-Ù]/);
      }),
    );
  });

  it('un numero scritto con la virgola torna lo stesso numero', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (cents) => {
        const n = cents / 100;
        expect(parseNumber(n.toLocaleString('it-IT', { minimumFractionDigits: 2, useGrouping: false }))).toBe(n);
      }),
    );
  });
});
