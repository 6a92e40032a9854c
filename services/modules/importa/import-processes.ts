import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReading } from '#contracts/ports/file-reading.ts';
import { IMPORTS } from '#contracts/jobs/importa.ts';
import type { ImportOrder, ImportRun, Imports } from '#contracts/ports/imports.ts';
import { inProcess } from '#workers/isolated/in-process.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { tempName } from '#services/platform/files/sweep.ts';
import { INCOMING } from '#services/platform/files/temp-folders.ts';
import type { CompleteConfig } from '#services/platform/start/config.ts';

/** Import order whose file was read already; `rows` is the path of the rows as `writeRows` wrote them. */
export type ReadFile = ImportOrder & { rows: string; digest: string };

/** Order for the import process, with the settings of this portal. */
export type ImportWork = { config: CompleteConfig } & (
  | { kind: 'rehearse'; order: ReadFile; results: string }
  | { kind: 'make'; order: ReadFile }
  | { kind: 'takeBack'; digest: string; memberID: string }
  | { kind: 'undo'; id: string; memberID: string }
);

// The entry composes a whole portal, which a module may not import, so the process is started by its URL.
const ENTRY = new URL('../../processes/import-rows.ts', import.meta.url);
/** Memory limits that suffice for 200,000 rows with their commands and the state of a dry run. */
const LIMITS = { rssMb: 2048, heapMb: 1536 };

/** Milliseconds that a stopped process has for its rows in progress. Rows that end within this time are noted and can be undone. */
const STOP_MS = 3000;

type Order = ImportWork extends infer W ? (W extends unknown ? Omit<W, 'config'> : never) : never;

/** Creates the imports of this portal. One process reads the file, and another one creates the records. */
export function importProcesses(config: CompleteConfig, reading: FileReading): Imports {
  // only JSON values can be sent to a process
  const plain = JSON.parse(JSON.stringify(config)) as CompleteConfig;
  const run = <O>(order: Order, { signal, progress }: ImportRun): Promise<O> =>
    inProcess<O>(ENTRY, { config: plain, ...order }, { signal, progress, limits: LIMITS, stopMs: STOP_MS });
  const read = <O>(order: ImportOrder, how: ImportRun, use: (from: { rows: string; digest: string }) => Promise<O>): Promise<O> =>
    withRows({ reading, config }, order, how, use);
  return {
    rehearse: (order, results, how) => read(order, how, (from) => run({ kind: 'rehearse', order: { ...order, ...from }, results }, how)),
    make: (order, how) => read(order, how, (from) => run({ kind: 'make', order: { ...order, ...from } }, how)),
    takeBack: (of, how) => run({ kind: 'takeBack', ...of }, how),
    undo: ({ id, memberID }, how) => run({ kind: 'undo', id, memberID }, how),
  };
}

async function withRows<O>(
  { reading, config }: { reading: FileReading; config: CompleteConfig },
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
