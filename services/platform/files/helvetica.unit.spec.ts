import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, pdfString, widthOf } from './helvetica.ts';
import { textPdf } from './text-pdf.ts';

describe('i testi di una pagina', () => {
  it('sono larghi quanto le loro lettere, con o senza accento', () => {
    expect([widthOf('', 10), widthOf('AAA', 10), widthOf('AAA', 10, true), widthOf('iii', 10)]).toEqual([0, 20.01, 21.66, 6.66]);
    expect(widthOf('perché', 12)).toBe(widthOf('perche', 12));
  });

  it('vanno a capo senza perdere una lettera, e nessuna riga è più larga del posto', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'abcWi1.,è'), minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 20, max: 300 }),
        (words, width) => {
          const lines = linesOf(words.join(' '), width, 9);
          expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
          for (const line of lines) expect(widthOf(line, 9)).toBeLessThanOrEqual(width);
        },
      ),
    ));

  it('hanno i segni di Windows-1252; parentesi e barre sono protette, gli altri diventano un punto di domanda', () => {
    expect(pdfString('a(b)\\c')).toBe('(a\\(b\\)\\\\c)');
    expect(pdfString('è º « € ’')).toBe('(è º « \x80 \x92)');
    expect(pdfString('Δ 😀 \u0007')).toBe('(? ? ?)');
    expect(pdfString('e\u0300')).toBe('(è)');
  });

  it('danno un PDF che dice dove comincia ogni sua parte', () => {
    const text = textPdf('Prova', [
      { width: 100, height: 50, content: ['0 g'] },
      { width: 100, height: 50, content: [] },
    ]).toString('latin1');
    const [start = 0] = /startxref\n(\d+)/.exec(text)?.slice(1).map(Number) ?? [];
    expect(text.slice(start, start + 4)).toBe('xref');
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
    offsets.forEach((at, i) => expect(text.slice(at)).toMatch(new RegExp(`^${i + 1} 0 obj\n`)));
    expect(offsets).toHaveLength(9);
  });
});
