import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import type { WriteDb } from './job-tables.ts';
import { RESULT_DAYS } from './job-writes.ts';
import { deleteExpired, liveFiles } from './result-files.ts';

/** Deletes expired results with their rows, and files without a row (of a dismissed job, of a crash) after `RESULT_DAYS`. */
export async function cleanResults(
  writeDb: WriteDb,
  definitions: readonly JobDefinition[],
  folder: string,
  now = new Date(),
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const inside = resolve(folder) + sep;
  const kept = definitions.filter(({ keepsRow }) => keepsRow).map(({ kind }) => kind);
  for (const file of await deleteExpired(writeDb, kept)) {
    if (resolve(file).startsWith(inside)) await rm(file, { force: true });
  }
  const live = await liveFiles(writeDb);
  const limit = now.getTime() - RESULT_DAYS * 86_400_000;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const state = await stat(file).catch(() => null);
    if (state?.isFile() && !live.has(file) && state.mtimeMs < limit) await rm(file, { force: true });
  }
}
