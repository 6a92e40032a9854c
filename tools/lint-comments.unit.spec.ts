import { describe, expect, it } from 'vitest';
import { riddles } from './lint-comments.ts';

/** Builds a doc comment from parts, so that the lint does not find it in this file. */
const doc = (text: string): string => `/${'**'} ${text} */\n`;

describe('la regola dei commenti', () => {
  it('rifiuta un commento che comincia senza soggetto, su una riga o su più', () => {
    expect(riddles(doc('What is due.') + doc('\n * Whose it is,\n * or of nobody.\n'))).toEqual([
      { line: 1, word: 'What' },
      { line: 2, word: 'Whose' },
    ]);
  });

  it('lascia le frasi intere, e i commenti dentro il codice', () => {
    expect(riddles(`${doc('Returns what is due.')}${doc('Whatever follows.')}// What a line says\n`)).toEqual([]);
  });
});
