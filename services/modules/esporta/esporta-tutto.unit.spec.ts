import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WholeExit } from '#contracts/ports/whole-exit.ts';
import { esportaTuttoHandler } from './esporta-tutto.handler.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'strato-tutto-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Returns a portal with one table and two documents; `zip` writes the zip. */
const portal = (zip: WholeExit['zip']): WholeExit => ({
  ditta: 'Strato',
  async tables({ prefix, format }, { progress }) {
    const file = `${prefix}.macchinari.${format}`;
    await writeFile(file, 'a');
    progress(100, '1 tabella');
    return {
      moment: '2026-11-23T15:30:00.000Z',
      tables: [{ name: 'macchinari', folder: 'registri', file, rows: 3 }],
      documents: ['A/1.pdf'],
    };
  },
  documents: async ({ recorded }) => ({ paths: [...recorded, 'A/2.pdf'], reserved: ['12/12_CI.pdf'], unreadableFolders: [] }),
  zip,
});

const written: WholeExit['zip'] = async (output, { documents, readme }, { progress }) => {
  const zipped = { count: 1, bytes: 1200, missing: ['A/2.pdf'], cut: [], renamed: [] };
  await progress(1, documents.length, 1200);
  output.end(readme(zipped));
  return zipped;
};

function run(whole: WholeExit, data = { formato: 'csv', documenti: true, nome: 'tutto.zip' }) {
  const progress = vi.fn(async (_percent: number, _message?: string) => {});
  const signal = new AbortController().signal;
  const outcome = esportaTuttoHandler({ whole, resultsFolder: folder })({ id: 'uno', data, utente: 'anna', groupID: 2, signal, progress });
  return { outcome, progress };
}

it('dà uno zip solo, dice a che punto è e che cosa manca', async () => {
  const { outcome, progress } = run(portal(written));
  expect(await outcome).toMatchObject({
    file: join(folder, 'uno.zip'),
    fileName: 'tutto.zip',
    message: '1 registro con 3 righe, 1 documento (1 kB), 1 mancante, 1 riservato',
  });
  expect(await readdir(folder)).toEqual(['uno.zip']);
  expect(progress.mock.calls.map(([percent]) => percent)).toEqual([50, 50, 75]);
  expect(progress.mock.calls.at(-1)).toEqual([75, '1 di 2 documenti, 1 kB']);
});

it('senza documenti non li guarda nemmeno', async () => {
  const whole = { ...portal(written), documents: vi.fn() };
  const { outcome } = run(whole, { formato: 'xlsx', documenti: false, nome: 'tutto.zip' });
  expect((await outcome).message).toBe('1 registro con 3 righe, 1 mancante');
  expect(whole.documents).not.toHaveBeenCalled();
});

it('finito il disco a metà non resta niente, e il motivo è detto', async () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const { outcome } = run(
    portal(async (output) => {
      output.write('mezzo');
      throw full;
    }),
  );
  await expect(outcome).rejects.toBe(full);
  expect(await readdir(folder)).toEqual([]);
});

it('toglie ciò che un tentativo di prima ha lasciato, e niente di altri', async () => {
  for (const name of ['uno.zip.abc.temp', 'uno.parte.accise.csv', 'due.zip', 'unoaltro.zip']) await writeFile(join(folder, name), 'x');
  await run(portal(written)).outcome;
  expect((await readdir(folder)).toSorted()).toEqual(['due.zip', 'uno.zip', 'unoaltro.zip']);
});
