import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTextPdf } from '../../../test/read-text-pdf.ts';
import { inter, type Weight } from './inter.ts';
import { TextPdf } from './text-pdf.ts';

const WEIGHTS: Weight[] = ['regular', 'bold'];
const NAMES = [
  'Ștefan Țurcanu',
  'Šarić Živković',
  'Wałęsa',
  'Győző Űr',
  'Dvořák Ťok',
  'Þórður Ð',
  'Łukasz Żółć',
  'Jānis Bērziņš',
  'Ġorġ Ħal',
  'Ångström Ø æ ß',
  'Ерёменко',
  'Παπαδόπουλος',
];

/** Creates a page with these lines, and returns the texts that pdf.js reads from it. */
async function printed(lines: readonly string[], bold = false) {
  const pdf = new TextPdf('Prova', [500, 800]);
  pdf.addPage();
  lines.forEach((line, i) => pdf.text(line, 20, 780 - i * 20, { bold }));
  return readTextPdf(pdf.bytes());
}

describe('I testi di un PDF', () => {
  it.each(WEIGHTS)('hanno ogni segno dei nomi europei (%s)', async (weight) => {
    const { pages, fonts } = await printed(NAMES, weight === 'bold');
    expect(pages).toEqual([NAMES]);
    for (const sign of NAMES.join('').normalize('NFC'))
      expect([sign, inter(weight).hasGlyphForCodePoint(sign.codePointAt(0)!)]).toEqual([sign, true]);
    expect(Object.values(fonts)).toEqual([true]);
    expect(Object.keys(fonts)).toEqual([expect.stringMatching(weight === 'bold' ? /Inter-Bold$/ : /Inter-Regular$/)]);
  });

  it('sono quelli scritti: né legature né segni cambiati da ciò che sta accanto', async () => {
    const odd = ['2x3 -> 4', 'a(b)\\c', '12:30 <= x', '« € ’ … – º'];
    expect((await printed(odd)).pages).toEqual([odd]);
    const font = inter('regular');
    const names = font.layout('2x3->').glyphs.map(({ id }) => font.getGlyph(id).name);
    expect(names).toEqual(['two.tf', 'x', 'three.tf', 'hyphen', 'greater']);
  });

  it('si leggono anche nel PDF che viene dopo uno con le stesse lettere accentate', async () => {
    await printed(['ÀÈÌÒÙȘȚŻÝ'], true);
    expect((await printed(['AEIOUSTZY'], true)).pages).toEqual([['AEIOUSTZY']]);
  });

  it('compongono gli accenti; un segno che Inter non ha è un punto di domanda, uno di controllo uno spazio', async () => {
    expect((await printed(['e\u0300', 'a😀b', 'c\u0007d'])).pages).toEqual([['è', 'a?b', 'c d']]);
  });

  it('hanno le cifre larghe uguali, perché le colonne siano dritte', () => {
    const pdf = new TextPdf('Prova', [100, 100]);
    expect(pdf.widthOf('111,11', 10)).toBeCloseTo(pdf.widthOf('848,08', 10), 6);
    expect(pdf.widthOf('nome', 10, true)).toBeGreaterThan(pdf.widthOf('nome', 10));
    expect(pdf.widthOf('perché', 12)).toBeCloseTo(pdf.widthOf('perche', 12), 6);
    expect(pdf.widthOf('', 10)).toBe(0);
  });

  it('hanno le lettere accostate come le vuole il carattere, e solo le lettere', () => {
    const pdf = new TextPdf('Prova', [100, 100]);
    const apart = (a: string, b: string) => pdf.widthOf(a, 10) + pdf.widthOf(b, 10) - pdf.widthOf(a + b, 10);
    expect(apart('A', 'V')).toBeGreaterThan(0.3);
    for (const [a, b] of ['->', '17', '7.'] as unknown as [string, string][])
      expect([a, b, apart(a, b).toFixed(3)]).toEqual([a, b, '0.000']);
  });

  it('vanno a capo senza perdere una lettera, e nessuna riga è più larga del posto', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'abcWi14_j-.,èȘł'), minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 20, max: 300 }),
        (words, width) => {
          const pdf = new TextPdf('Prova', [100, 100]);
          const lines = pdf.linesOf(words.join(' '), width, 9);
          expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
          for (const line of lines) expect(pdf.widthOf(line, 9)).toBeLessThanOrEqual(width);
        },
      ),
    ));

  it('vanno a capo anche senza spazi e senza parole', () => {
    const pdf = new TextPdf('Prova', [100, 100]);
    expect(pdf.linesOf('', 50, 9)).toEqual(['']);
    expect(pdf.linesOf('W'.repeat(20_000), 100, 9).join('')).toBe('W'.repeat(20_000));
  });
});

describe('Un PDF di testi', () => {
  const made = (): Buffer => {
    const pdf = new TextPdf('Schede di Țurcanu', [300, 200]);
    for (const name of ['uno', 'due']) {
      pdf.addPage();
      pdf.text(name, 20, 150);
      pdf.linkToFile(`Ștefan/${name} (1).pdf`, { x: 20, y: 148, width: 30, height: 12 });
      pdf.rule(20, 280, 140);
    }
    pdf.numberPages(280, 10);
    return pdf.bytes();
  };

  it('ha titolo, pagine numerate e collegamenti ai file accanto', async () => {
    const { title, pages, links } = await readTextPdf(made());
    expect(title).toBe('Schede di Țurcanu');
    expect(pages).toEqual([
      ['uno', 'Pagina 1 di 2'],
      ['due', 'Pagina 2 di 2'],
    ]);
    expect(links).toEqual(['Ștefan/uno (1).pdf', 'Ștefan/due (1).pdf']);
  });

  it('è fatto degli stessi byte ogni volta, quale che sia il giorno', () => {
    expect(made().equals(made())).toBe(true);
    expect(made().toString('latin1')).not.toContain('CreationDate');
  });

  it('è intero anche quando è lungo', async () => {
    const pdf = new TextPdf('Lungo', [500, 800]);
    for (let page = 0; page < 120; page += 1) {
      pdf.addPage();
      for (let i = 0; i < 15; i += 1) pdf.text(`riga ${page * 15 + i}`, 20, 780 - i * 20);
    }
    const bytes = pdf.bytes();
    expect(bytes.length).toBeGreaterThan(64 * 1024);
    expect((await readTextPdf(bytes)).pages.flat()).toEqual(Array.from({ length: 1800 }, (_, i) => `riga ${i}`));
  });
});
