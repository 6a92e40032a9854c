import { describe, expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import * as sentence from './references-sentence.ts';

const referencesSentence = sentence.referencesSentence.bind(null, catalogue);

const per = (...count: [string, number][]) => ({
  totale: count.reduce((sum, [, n]) => sum + n, 0),
  per: count.map(([table, n]) => ({ tabella: table, etichetta: table, quanti: n })),
  altri: false,
});

describe('quanti record ne usano uno', () => {
  it.each([
    [per(), ''],
    [per(['accise', 0]), ''],
    [per(['accise', 1]), 'Lo usa 1 accisa, che resta.'],
    [per(['manutenzioni', 12], ['accise', 7]), 'Lo usano 12 manutenzioni e 7 accise, che restano.'],
    [
      per(['manutenzioni', 2], ['accise', 0], ['macchinari', 3], ['accise', 1]),
      'Lo usano 2 manutenzioni, 3 macchinari e 1 accisa, che restano.',
    ],
    [per(['registro-nuovo', 4]), 'Lo usano 4 registro-nuovo, che restano.'],
    [{ ...per(), altri: true }, 'Lo usano dei record che non puoi vedere, che restano.'],
    [{ ...per(['accise', 1]), altri: true }, 'Lo usano 1 accisa e altri record, che restano.'],
  ])('si legge come una frase', (references, sentence) => {
    expect(referencesSentence(references)).toBe(sentence);
  });
});
