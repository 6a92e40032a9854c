import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compact, indexWords, likePatterns, mistakeHalves, wordsOf } from './words.ts';

describe('the words of the search', () => {
  it('have neither accents nor capitals nor punctuation', () => {
    expect(wordsOf("Società L'Àncora, S.p.A.")).toEqual(['societa', 'l', 'ancora', 's', 'p', 'a']);
  });

  it('hold the digits of a code with and without leading zeros', () => {
    expect(indexWords('A0420')).toEqual(['a0420', '0420', '420']);
    expect(indexWords('0420')).toEqual(['0420', '420']);
    expect(indexWords('AB-123')).toEqual(['ab', '123', 'ab123']);
  });

  it('compare keys without leading zeros', () => {
    expect([compact('0420'), compact('ab 12'), compact('000')]).toEqual(['420', 'ab12', '0']);
  });

  it('allow one mistake from five letters on', () => {
    const matches = (typed: string, word: string) =>
      likePatterns(typed, 'one-mistake').some((pattern) =>
        new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(` ${word} `),
      );
    expect(['soilmex', 'soilme', 'soiilmec', 'soimlec', 'soilmec'].map((typed) => matches(typed, 'soilmec'))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(matches('soxlmex', 'soilmec')).toBe(false);
    expect([matches('cab', 'cat'), matches('gruv', 'grub'), matches('grufa', 'gruba')]).toEqual([false, false, true]);
  });

  it('with a mistake have their beginning, their end, or the two letters between swapped', () => {
    const matches = (patterns: readonly string[], text: string) =>
      patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(text));
    const letter = fc.constantFrom(...'abc1');
    const word = fc.array(letter, { minLength: 5, maxLength: 9 });
    const mistaken = fc
      .tuple(word, fc.nat(8), letter, fc.constantFrom('changed', 'missing', 'superfluous', 'swapped'))
      .map(([typed, at, other, how]) => {
        const i = at % typed.length;
        const text = [...typed];
        if (how === 'changed') text[i] = other;
        else if (how === 'missing') text.splice(i, 0, other);
        else if (how === 'superfluous') text.splice(i, 1);
        else if (i + 1 < text.length) [text[i], text[i + 1]] = [text[i + 1]!, text[i]!];
        return { typed: typed.join(''), text: ` x ${text.join('')}abc ` };
      });
    fc.assert(
      fc.property(mistaken, ({ typed, text }) => {
        fc.pre(matches(likePatterns(typed, 'one-mistake'), text));
        expect(matches(mistakeHalves(typed), text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
