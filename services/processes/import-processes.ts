import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReading } from '#contracts/ports/file-reading.ts';
import { IMPORTS } from '#contracts/jobs/importa.ts';
import type { ImportOrder, ImportRun, Imports } from '#contracts/ports/imports.ts';
import { inProcess } from '#workers/engine/in-process.ts';
import { resultsFolder } from '../platform/files/results.ts';
import { tempName } from '../platform/files/sweep.ts';
import { INCOMING } from '../platform/files/temp-folders.ts';
import type { Environment } from '../platform/start/environment.ts';
import type { ImportWork } from './import-rows.ts';

const ENTRY = new URL('./import-rows.ts', import.meta.url);
/** 200,000 rows with the commands that they become, and what a rehearsal keeps of them. */
const LIMITS = { rssMb: 2048, heapMb: 1536 };

/** Rows that are under way when it is stopped end within this: what was made is known, and can be taken back. */
const STOP_MS = 3000;

type Order = ImportWork extends infer W ? (W extends unknown ? Omit<W, 'config'> : never) : never;

/** Imports of this portal: the file is read in one process, its rows become records in another. */
export function importProcesses(config: Environment['config'], reading: FileReading): Imports {
  // only plain values pass to a process
  const plain = JSON.parse(JSON.stringify(config)) as Environment['config'];
  const run = <O>(order: Order, { signal, progress }: ImportRun): Promise<O> =>
    inProcess<O>(ENTRY, { config: plain, ...order }, { signal, progress, limits: LIMITS, stopMs: STOP_MS });
  const read = <O>(order: ImportOrder, how: ImportRun, use: (from: { rows: string; digest: string }) => Promise<O>): Promise<O> =>
    withRows(reading, config, order, how, use);
  return {
    rehearse: (order, results, how) => read(order, how, (from) => run({ what: 'rehearse', order: { ...order, ...from }, results }, how)),
    make: (order, how) => read(order, how, (from) => run({ what: 'make', order: { ...order, ...from } }, how)),
    takeBack: (of, how) => run({ what: 'takeBack', ...of }, how),
    undo: ({ id, memberID }, how) => run({ what: 'undo', id, memberID }, how),
  };
}

async function withRows<O>(
  reading: FileReading,
  config: Environment['config'],
  { file, name, memberID }: ImportOrder,
  { signal, progress }: ImportRun,
  use: (from: { rows: string; digest: string }) => Promise<O>,
): Promise<O> {
  const folder = join(resultsFolder(config), IMPORTS, INCOMING);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const rows = join(folder, tempName());
  progress(0, 'Lettura del file');
  try {
    const digest = await reading.rows(memberID, { file, name, into: rows, signal });
    return await use({ rows, digest });
  } finally {
    await rm(rows, { force: true });
  }
}
