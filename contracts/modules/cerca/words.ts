const MARKS = /\p{M}+/gu;
const BREAKS = /[^\p{L}\p{N}]+/u;
const DIGITS = /\p{N}+/gu;

/** Returns the words of a text: lower case, without accents, split at everything but letters and digits. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKD').replaceAll(MARKS, '').toLowerCase().split(BREAKS).filter(Boolean);
}

/** Returns the text without accents, spaces, punctuation and leading zeros, to compare keys. */
export const compact = (text: string): string =>
  wordsOf(text)
    .join('')
    .replace(/^0+(?=.)/, '');

/**
 * Returns the words under which a value is indexed: its words, the digit runs inside them with and without leading zeros, and the whole
 * value as one word if it is a code.
 */
export function indexWords(text: string): string[] {
  const words = wordsOf(text);
  const runs = words.flatMap((word) => word.match(DIGITS) ?? []);
  const code = !/\s/.test(text) && words.length > 1 ? [words.join('')] : [];
  return [...new Set([...words, ...runs, ...runs.map((run) => run.replace(/^0+(?=.)/, '')), ...code])];
}

/** Length from which a word may have one wrong letter. */
const LONG = 5;

/**
 * Returns LIKE patterns of the words that start with this word or differ from its start by one letter: changed, missing, superfluous, or
 * swapped with the next.
 */
export function likePatterns(word: string, withMistake: 'exact' | 'one-mistake'): string[] {
  const pattern = (text: string): string => `% ${text}%`;
  if (withMistake === 'exact' || word.length < LONG) return [pattern(word)];
  const letters = [...word];
  const at = (from: number, to?: number): string => letters.slice(from, to).join('');
  return [
    ...new Set(
      letters.flatMap((letter, i) => [
        pattern(`${at(0, i)}_${at(i + 1)}`),
        pattern(`${at(0, i)}${at(i + 1)}`),
        pattern(`${at(0, i)}_${at(i)}`),
        ...(i + 1 < letters.length ? [pattern(`${at(0, i)}${letters[i + 1]}${letter}${at(i + 2)}`)] : []),
      ]),
    ),
  ];
}

/**
 * Returns LIKE patterns of which a text has at least one if it has the word with one mistake: the beginning of the word, its end, or both
 * with the two letters between them swapped. They find the few texts to which the patterns of `likePatterns` are then applied.
 */
export function mistakeHalves(word: string): string[] {
  const letters = [...word];
  const middle = Math.floor(letters.length / 2);
  const at = (from: number, to?: number): string => letters.slice(from, to).join('');
  return [`% ${at(0, middle)}%`, `%${at(middle)}%`, `% ${at(0, middle - 1)}${letters[middle]}${letters[middle - 1]}${at(middle + 1)}%`];
}
