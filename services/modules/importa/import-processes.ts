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

/** A file that was read: its rows lie in `rows`, as `writeRows` wrote them. */
export type ReadFile = ImportOrder & { rows: string; digest: string };

/** Work of the import process, with the portal's own settings. */
export type ImportWork = { config: CompleteConfig } & (
  | { what: 'rehearse'; order: ReadFile; results: string }
  | { what: 'make'; order: ReadFile }
  | { what: 'takeBack'; digest: string; memberID: string }
  | { what: 'undo'; id: string; memberID: string }
);

// The entry puts a portal together, so it stands with the composition roots and is started by its address.
const ENTRY = new URL('../../processes/import-rows.ts', import.meta.url);
/** 200,000 rows with the commands that they become, and what a rehearsal keeps of them. */
const LIMITS = { rssMb: 2048, heapMb: 1536 };

/** Rows that are under way when it is stopped end within this: what was made is known, and can be taken back. */
const STOP_MS = 3000;

type Order = ImportWork extends infer W ? (W extends unknown ? Omit<W, 'config'> : never) : never;

/** Imports of this portal: the file is read in one process, its rows become records in another. */
export function importProcesses(config: CompleteConfig, reading: FileReading): Imports {
  // only plain values pass to a process
  const plain = JSON.parse(JSON.stringify(config)) as CompleteConfig;
  const run = <O>(order: Order, { signal, progress }: ImportRun): Promise<O> =>
    inProcess<O>(ENTRY, { config: plain, ...order }, { signal, progress, limits: LIMITS, stopMs: STOP_MS });
  const read = <O>(order: ImportOrder, how: ImportRun, use: (from: { rows: string; digest: string }) => Promise<O>): Promise<O> =>
    withRows({ reading, config }, order, how, use);
  return {
    rehearse: (order, results, how) => read(order, how, (from) => run({ what: 'rehearse', order: { ...order, ...from }, results }, how)),
    make: (order, how) => read(order, how, (from) => run({ what: 'make', order: { ...order, ...from } }, how)),
    takeBack: (of, how) => run({ what: 'takeBack', ...of }, how),
    undo: ({ id, memberID }, how) => run({ what: 'undo', id, memberID }, how),
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
