import { describe, expect, it } from 'vitest';
import { numberToEdit, parseNumber } from './numbers.ts';

describe('numeri scritti da una persona', () => {
  it.each([
    ['418.500,00', 418500],
    ['1.234,5', 1234.5],
    ['1.234.567,5', 1234567.5],
    ['418500,5', 418500.5],
    ['€ 2.107,00', 2107],
    ['1.234.567', 1234567],
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['-3,25', -3.25],
    ['−3', -3],
    ['0', 0],
    [',5', 0.5],
    ['5,', 5],
    ['1 250', 1250],
  ])('%s vale %d', (text, value) => expect(parseNumber(text)).toBe(value));

  it('un punto seguito da tre cifre separa le migliaia, se i decimali sono meno di tre', () => {
    expect(parseNumber('6.538', 0)).toBe(6538);
    expect(parseNumber('6.538', 2)).toBe(6538);
    expect(parseNumber('6.538', 3)).toBe(6.538);
  });

  it('il vuoto è nessun valore', () => {
    expect(parseNumber('')).toBeNull();
    expect(parseNumber('   ')).toBeNull();
  });

  it.each(['abc', '1,2,3', '1.23,4', '--2', '12a', '.', ','])('%s non è un numero', (text) => expect(parseNumber(text)).toBeUndefined());

  it('i decimali di troppo non si perdono in silenzio', () => {
    expect(parseNumber('1,234', 2)).toBeUndefined();
    expect(parseNumber('1,5', 0)).toBeUndefined();
    expect(parseNumber('1,500', 2)).toBe(1.5);
  });

  it('quel che si modifica torna lo stesso numero', () => {
    for (const value of [0, 12.5, -3.25, 418500.5, 1234567]) expect(parseNumber(numberToEdit(value))).toBe(value);
  });
});
