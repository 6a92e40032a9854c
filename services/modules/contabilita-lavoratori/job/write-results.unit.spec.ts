import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSample, SAMPLES, sampleJson, samplePair, sourcesOf } from '../../../../test/contabilita-samples.ts';
import { readXlsx } from '../../../../test/xlsx.ts';
import { processFiles } from './elabora.ts';
import { refusedOnDisk } from './refused-on-disk.ts';
import { writeFailure, writeResults } from './write-results.ts';

const never = new AbortController().signal;
const inputFiles = {
  bilMovDip: { nome: 'paghe.csv', sha256: 'a'.repeat(64) },
  ripartizioni: { nome: 'ore.csv', sha256: 'b'.repeat(64) },
};
const sites = { C101: 'Bosco, Forlì', C1: 'Argine', '1001': 'Ponte' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-risultati-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes the result files of one sample and returns the outcome with the cells of the workbook. */
async function written(sample: string) {
  const results = join(folder, 'r');
  const refused = refusedOnDisk(join(folder, 'scartate'));
  try {
    const done = processFiles(sourcesOf(samplePair(sample)), { refused });
    const order = { results, inputFiles, sites };
    const outcome = await (done.esito === 'errore' ? writeFailure(done, order, never) : writeResults(done, order, never));
    const sheets = await readXlsx(`${results}.xlsx`);
    // an amount is compared together with its cell format, a text without
    const cells = sheets.map(({ name, rows }) => ({
      name,
      rows: rows.map((row) =>
        Array.from(row, (cell) => (cell === undefined ? null : cell.type === 'testo' ? cell.value : [cell.value, cell.format])),
      ),
    }));
    return { outcome, cells, results };
  } finally {
    refused.close();
  }
}

describe.each(SAMPLES)('i file della contabilità, esempio %s', (sample) => {
  it('la cartella ha, cella per cella, ciò che l’esempio dice', async () => {
    const { cells } = await written(sample);
    expect(cells).toEqual(sampleJson(sample, 'cartella.json'));
  });

  it('i csv sono quelli dell’esempio, e l’esito dice quali file ci sono', async () => {
    const { outcome, results } = await written(sample);
    const { files, ...said } = outcome;
    expect(said).toEqual(sampleJson(sample, 'esito.json'));
    for (const { tipo, path, byte } of files) {
      expect((await stat(path)).size).toBe(byte);
      if (tipo !== 'cartella') expect(await readFile(path, 'utf8')).toBe(readSample(sample, `${tipo}.csv`).toString());
    }
    const names = files.map(({ path }) => path.slice(results.length));
    expect(
      (await readdir(folder))
        .filter((name) => name !== 'scartate')
        .map((name) => name.slice(1))
        .toSorted(),
    ).toEqual(names.toSorted());
  });
});
