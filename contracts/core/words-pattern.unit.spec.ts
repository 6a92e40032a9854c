import { expect, it } from 'vitest';
import { wordsPattern } from './words-pattern.ts';

it('trova le parole intere, con qualsiasi spazio fra loro, anche con segni', () => {
  const finds = (wanted: string, text: string) => new RegExp(wordsPattern(wanted), 'i').test(text);
  expect(finds('De (Luca) Ivan', 'sentito DE  (luca)\nivan.')).toBe(true);
  expect(finds('Ivan', 'Ivanhoe')).toBe(false);
  expect(finds('Ivan', '1187_Ivan')).toBe(false);
  expect(finds('a.c', 'abc')).toBe(false);
});
