import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { removeResults, resultsFolder } from '#services/platform/files/results.ts';
import { jobsWithFiles, unfinishedRequests, type JobWithFiles } from '#services/platform/forget/job-files.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Db = Dependencies['writeDb'];
type Deps = Pick<Dependencies, 'writeDb' | 'config'> & { jobs: Pick<Dependencies['jobs'], 'withdraw'> };

const filesOf = ({ file, altri_file }: JobWithFiles): string[] => (file === null ? altri_file : [file, ...altri_file]);

/** Counts the files of finished jobs that forgetting a worker deletes, without those of the accounting. */
export async function countResults(db: Db): Promise<number> {
  const rows = await jobsWithFiles(db);
  return rows.filter(({ tipo }) => tipo !== contabilitaLavoratori.kind).reduce((sum, row) => sum + filesOf(row).length, 0);
}

/**
 * Deletes the files of finished jobs, which may hold anybody's data and can be made again. Results of the accounting are the firm's: those
 * that name the person are deleted, the others stay. Uploads that no unfinished job reads are deleted too.
 */
export async function deleteResults(deps: Deps, words: readonly string[]): Promise<void> {
  for (const row of await jobsWithFiles(deps.writeDb)) {
    if (row.finito === null) continue;
    if (row.tipo === contabilitaLavoratori.kind && !(await anyNames(filesOf(row), words))) continue;
    await removeResults(deps.config, (await deps.jobs.withdraw(row.id)) ?? []);
  }
  await deleteLoose(deps);
}

async function anyNames(files: readonly string[], words: readonly string[]): Promise<boolean> {
  for (const file of files) {
    const bytes = await readFile(file).catch(() => null);
    if (bytes && namesIn(bytes, words)) return true;
  }
  return false;
}

const ZIP = Buffer.from('PK\u0003\u0004');

/** Tells whether a file, or a file in a zip or workbook, holds all words. */
function namesIn(bytes: Buffer, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const texts = bytes.subarray(0, 4).equals(ZIP) ? Object.values(unzipSync(bytes)).map((part) => Buffer.from(part)) : [bytes];
  return texts.some((part) => {
    const text = part.toString('utf8').toLowerCase();
    return words.every((word) => text.includes(word.toLowerCase()));
  });
}

/** Deletes the files of the results folder that no job names: uploads that were read, and leftovers. */
async function deleteLoose({ writeDb, config }: Deps): Promise<void> {
  const folder = resultsFolder(config);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const named = new Set((await jobsWithFiles(writeDb)).flatMap(filesOf));
  const open = await unfinishedRequests(writeDb);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.split(sep);
    const inUse = open.some(({ id, dati }) => path.some((part) => part.startsWith(id)) || dati.includes(basename(file)));
    if (!named.has(file) && !inUse) await rm(file, { force: true });
  }
}
