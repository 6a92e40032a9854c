import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font, Glyph, GlyphPosition } from 'fontkit';
import { LRUCache } from 'lru-cache';

const require = createRequire(import.meta.url);

const FILES = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
};
export type Weight = keyof typeof FILES;

const openFonts = new Map<Weight, Font>();

/** Returns the font Inter in a weight. The file is parsed at the first use and cached, since parsing takes 0.1 s. */
export function inter(weight: Weight): Font {
  const font = openFonts.get(weight) ?? open(FILES[weight]);
  openFonts.set(weight, font);
  return font;
}

function open(file: string): Font {
  const { create } = require('fontkit') as typeof import('fontkit');
  const font = create(readFileSync(file)) as Font;
  font.layout = simpleLayout(font);
  return font;
}

const DIGIT = /\d/;
const KERNED_PAIRS = 20_000;

/**
 * Creates a layout that shapes text character by character. Digits have equal widths, so that columns of figures line up; other characters
 * are kerned. Inter's contextual alternates would print `2x3` as `2×3` and `->` as an arrow. fontkit's own layout takes 0.1 ms a word, so
 * it is called once for each character and pair.
 */
function simpleLayout(font: Font): Font['layout'] {
  const shaped = font.layout.bind(font);
  const glyphs = new Map<string, Sign>();
  const kerning = new LRUCache<string, number>({ max: KERNED_PAIRS });
  const glyphOf = (sign: string): Sign => {
    const known = glyphs.get(sign);
    if (known) return known;
    const { id, advanceWidth } = shaped(sign, { tnum: DIGIT.test(sign) }).glyphs[0]!;
    const glyph = { id, advanceWidth, codePoints: [sign.codePointAt(0)!] };
    glyphs.set(sign, glyph);
    return glyph;
  };
  const kern = (sign: string, next: string | undefined): number => {
    if (next === undefined || DIGIT.test(sign) || DIGIT.test(next)) return 0;
    const known = kerning.get(sign + next);
    if (known !== undefined) return known;
    const points = shaped(sign + next, { calt: false }).advanceWidth - glyphOf(sign).advanceWidth - glyphOf(next).advanceWidth;
    kerning.set(sign + next, points);
    return points;
  };
  return (text) => {
    const signs = [...text];
    return new Run(
      signs.map(glyphOf),
      signs.map((sign, i) => glyphOf(sign).advanceWidth + kern(sign, signs[i + 1])),
    ) as unknown as ReturnType<Font['layout']>;
  };
}

/**
 * Glyph as pdfkit needs it. fontkit's glyph objects are not used, because fontkit caches them without code points. An `A` first met as a
 * part of `À` could then not be copied out of a PDF.
 */
type Sign = Pick<Glyph, 'id' | 'advanceWidth' | 'codePoints'>;

/** Run of glyphs as pdfkit needs it. pdfkit scales the positions in place and then reads the width. */
class Run {
  readonly glyphs: Sign[];
  readonly positions: GlyphPosition[];

  constructor(glyphs: Sign[], advances: readonly number[]) {
    this.glyphs = glyphs;
    this.positions = advances.map((xAdvance) => ({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  }

  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  }
}

const ASCII = /^[ -~]*$/;

/**
 * Returns a text with characters that Inter can print: letters composed (NFC), control characters as spaces, characters without a glyph as
 * `?`.
 */
export function printable(text: string): string {
  if (ASCII.test(text)) return text;
  const font = inter('regular');
  const signs = [...text.normalize('NFC').replaceAll(/\p{Cc}/gu, ' ')];
  return signs.map((sign) => (font.hasGlyphForCodePoint(sign.codePointAt(0)!) ? sign : '?')).join('');
}
