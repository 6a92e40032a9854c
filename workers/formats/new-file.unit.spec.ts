import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SheetColumn } from '#contracts/export/cells.ts';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { JobContext } from '#contracts/ports/job-queue.ts';
import { writeCsv } from '#services/modules/contabilita-lavoratori/job/output/write-csv.ts';
import { esportaAllegatiHandler } from '#services/modules/allegati/esporta-allegati.handler.ts';
import { asResult } from './result-file.ts';
import { streamCsv } from './write-csv.ts';
import { writeBook } from './write-xlsx.ts';
import { zipWriter } from './zip.ts';

vi.mock('node:fs', async (original) => (await import('../../test/slow-disk.ts')).onSlowDisk(await original()));

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-'));
});
afterEach(() => rm(folder, { recursive: true }));

const COLUMNS: SheetColumn[] = [];
const never = new AbortController().signal;
const broken = (): Promise<never> => Promise.reject(new Error('cut off'));

function* brokenRows(): Generator<string[]> {
  yield ['a'];
  throw new Error('cut off');
}

async function* brokenBytes(): AsyncGenerator<Buffer> {
  yield Buffer.from('x');
  await broken();
}

/** Runs the job of a zip of one file, opened with `open`. */
function zipped(open: () => Readable, signal: AbortSignal): Promise<unknown> {
  const files = { read: async () => ({ modified: new Date(), contentType: 'text/plain', bytes: 100, open }) } as unknown as FileStore;
  const run = esportaAllegatiHandler({ zip: zipWriter(files), resultsFolder: folder });
  return run({
    id: 'z',
    data: { nome: 'z', file: [{ percorso: 'A/a.pdf', nome: 'a.pdf' }] },
    signal,
    progress: async () => {},
  } as unknown as JobContext);
}

it.each<[string, () => Promise<unknown>]>([
  ['a list as csv', () => asResult(join(folder, 'a'), (temp) => streamCsv(temp, COLUMNS, never, broken))],
  ['a list as xlsx', () => asResult(join(folder, 'a'), (temp) => writeBook(temp, never, broken))],
  ['an outcome of the accounting', () => asResult(join(folder, 'a'), (temp) => writeCsv(temp, ['a'], brokenRows(), never))],
  ['a zip whose file breaks', () => zipped(() => Readable.from(brokenBytes()), never)],
  ['a zip that is told to stop', () => zipped(() => new Readable({ read: () => {} }), AbortSignal.timeout(20))],
])('%s leaves nothing behind when it fails, even while a slow disk is just opening it', async (_what, write) => {
  await expect(write()).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await readdir(folder)).toEqual([]);
});
