import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionOf, mentionsIn, splitMentions } from './mentions.ts';

describe('le menzioni di un testo', () => {
  it.each([
    ['@capo guarda', ['capo']],
    ['guarda @capo.', ['capo']],
    ['(@capo, @mario.rossi): @d-2', ['capo', 'mario.rossi', 'd-2']],
    ['@[Mario Verdi] e @[capo]', ['Mario Verdi', 'capo']],
    ['@Capo e @capo', ['Capo']],
    ['a capo\n@capo\n@òscar', ['capo', 'òscar']],
    ['mario@firma.it, @ niente, @@capo, @.capo, @[], @[ ]', []],
    ['', []],
  ])('in %j sono %j', (text, names) => expect(mentionsIn(text)).toEqual(names));

  it('come la si scrive la si ritrova, qualunque sia il nome', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 50, unit: 'grapheme' })
      .filter((one) => one.trim() === one && one.length <= 50 && !/[\]\n]/.test(one));
    fc.assert(
      fc.property(name, (one) => {
        expect(mentionsIn(`ciao ${mentionOf(one)}, senti`)).toEqual([one]);
      }),
    );
  });

  it('le parti di un testo insieme sono il testo, e quelle segnate le menzioni', () => {
    const piece = fc.constantFrom('@capo', '@[Mario Verdi]', ' ', '.', 'x', '@', '[', ']', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const parts = splitMentions(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        const marked = parts.filter(({ mention }) => mention).flatMap((part) => mentionsIn(part.text));
        expect([...new Set(marked)]).toEqual(mentionsIn(text));
      }),
    );
  });
});
