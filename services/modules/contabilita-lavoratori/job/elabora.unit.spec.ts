import { describe, expect, it } from 'vitest';
import type { ContabilitaResult } from '#contracts/modules/contabilita/result.ts';
import { readSample, SAMPLES, sampleJson, samplePair, sourcesOf } from '../../../../test/contabilita-samples.ts';
import { processFiles, elabora } from './elabora.ts';
import { journalRows, JOURNAL_COLUMNS } from './output/journal.ts';

const sources = (sample: string, size?: number) => sourcesOf(samplePair(sample), size);
const json = sampleJson<ContabilitaResult>;

/**
 * Returns the value at a path of the result, such as `commesse[C1].netto_cent`, `dettaglio[3].dare_cent` or `dettaglio[#]` (the number of
 * entries).
 */
function at(result: unknown, path: string): unknown {
  return path.split(/\.(?![^[]*\])/).reduce<unknown>((value, step) => {
    const [, name = '', index] = /^([^[]+)(?:\[(.+)\])?$/.exec(step) ?? [];
    const found = (value as Record<string, unknown>)[name];
    if (index === undefined) return found;
    const list = found as Record<string, unknown>[];
    if (index === '#') return list.length;
    return /^\d+$/.test(index) ? list[Number(index)] : list.find(({ commessa }) => commessa === index);
  }, result);
}

describe.each(SAMPLES)('contabilità lavoratori, esempio %s', (sample) => {
  it('dà il risultato atteso, al centesimo e alla riga', () => {
    expect(elabora(sources(sample))).toEqual(json(sample, 'expected.json'));
  });

  it('dà i valori calcolati a mano', () => {
    const result = elabora(sources(sample));
    const hand = sampleJson<Record<string, unknown>>(sample, 'hand.json');
    expect(Object.fromEntries(Object.keys(hand).map((path) => [path, at(result, path)]))).toEqual(hand);
    expect(result.anomalie.map((a) => [a.livello, a.codice, a.file, a.riga, a.matricola])).toEqual(json(sample, 'hand_anomalie.json'));
  });

  it('le righe della prima nota sono quelle del file di esempio', () => {
    const done = processFiles(sources(sample));
    if (done.esito === 'errore') return;
    const [head, ...rows] = readSample(sample, 'prima_nota.csv').toString('utf8').slice(1).trimEnd().split('\r\n');
    expect(head).toBe(JOURNAL_COLUMNS.join(';'));
    expect(Array.from(journalRows(done), (row) => row.map((cell) => (cell.includes(';') ? `"${cell}"` : cell)).join(';'))).toEqual(rows);
  });

  it.each([1, 7, 1000])('non cambia se i byte arrivano a %i per volta', (size) => {
    expect(elabora(sources(sample, size))).toEqual(json(sample, 'expected.json'));
  });
});

it('gli esempi sono tutti', () => {
  expect(SAMPLES).toHaveLength(7);
  expect((elabora(sources('01_ore')) as ContabilitaResult).dettaglio).toHaveLength(12);
});
