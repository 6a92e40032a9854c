import { describe, expect, it } from 'vitest';
import { compact, indexWords, likePatterns, wordsOf } from './words.ts';

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
});
