import { describe, expect, it } from 'vitest';
import { tooLarge } from './content-check.ts';
import { disposition, fileEtag } from './serve-file.ts';

describe('Il nome con cui un file arriva a chi lo apre', () => {
  it.each([
    ['A0112_CE.pdf', 'A0112_CE.pdf', 'A0112_CE.pdf'],
    ["l'olio (vecchio)*.pdf", "l'olio (vecchio)*.pdf", 'l%27olio%20%28vecchio%29%2A.pdf'],
    ['a"b\\c%d;e.pdf', 'a_b_c_d_e.pdf', 'a%22b%5Cc%25d%3Be.pdf'],
    ['perché.pdf', 'perche.pdf', 'perch%C3%A9.pdf'],
    ['日本', 'file', '%E6%97%A5%E6%9C%AC'],
    [' ', 'file', '%20'],
  ])('%s', (name, plain, real) => {
    expect(disposition('attachment', name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${real}`);
  });

  it('il modo è quello chiesto', () => {
    expect(disposition('inline', 'a.pdf')).toMatch(/^inline; /);
  });
});

describe('L’etichetta di un contenuto', () => {
  it('è la stessa per le stesse parti e diversa per ogni altra', () => {
    expect(fileEtag('a', 1)).toBe(fileEtag('a', 1));
    expect(fileEtag('a', 1)).toMatch(/^"[\w-]{27}"$/);
    const others = [fileEtag('a', 1), fileEtag('a', 2), fileEtag('b', 1), fileEtag('a1'), fileEtag('a', '1')];
    expect(new Set(others).size).toBe(others.length);
  });
});

describe('La dimensione massima detta a chi la supera', () => {
  it.each([
    [1_048_576, '1 MB'],
    [1_572_864, '1,5 MB'],
    [52_428_800, '50 MB'],
    [1_048_575, '1048575 byte'],
  ])('%d byte: %s', (maxByte, detta) => {
    expect(tooLarge(maxByte).dettagli.message).toBe(`Il file supera la dimensione massima di ${detta}.`);
  });
});
