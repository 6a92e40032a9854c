import { describe, expect, it } from 'vitest';
import { countOf, formatEuro, formatNumber } from './formats.ts';

describe('Un numero come si legge', () => {
  it.each([
    [6538, undefined, undefined, '6.538'],
    [12.5, undefined, undefined, '12,5'],
    [12.345, undefined, undefined, '12,35'],
    [1e6, 0, undefined, '1.000.000'],
    [12, 2, 2, '12,00'],
    [12.5, 1, 1, '12,5'],
    [12.345, 3, 2, '12,345'],
    [12, 3, 2, '12,00'],
    [12.56, 0, undefined, '13'],
    [-0.5, undefined, undefined, '-0,5'],
    [0, undefined, undefined, '0'],
    [null, undefined, undefined, ''],
    [undefined, undefined, undefined, ''],
  ])('%s con al più %s decimali, almeno %s: %s', (value, decimals, least, expected) => {
    expect(formatNumber(value, decimals, least)).toBe(expected);
  });

  it.each([
    [2107, '€\u00A02.107,00'],
    [0, '€\u00A00,00'],
    [-3.5, '−€\u00A03,50'],
    [0.005, '€\u00A00,01'],
    [null, ''],
    [undefined, ''],
  ])('%s euro: %s', (value, expected) => {
    expect(formatEuro(value)).toBe(expected);
  });

  it.each([
    [0, '0 macchine'],
    [1, '1 macchina'],
    [2, '2 macchine'],
    [2107, '2.107 macchine'],
    [2.4, '2 macchine'],
  ])('%s: %s', (count, expected) => {
    expect(countOf(count, 'macchina', 'macchine')).toBe(expected);
  });
});
