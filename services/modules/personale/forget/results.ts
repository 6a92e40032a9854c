import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import type { ProcessoResult } from '#contracts/modules/contabilita/processi.ts';
import { removalOf } from '#contracts/modules/contabilita/removal.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { removeResults, resultsFolder } from '#services/platform/files/results.ts';
import { jobsWithFiles, unfinishedRequests, type JobWithFiles } from '#services/platform/forget/job-files.ts';
import { recordTaking } from '#services/platform/identity/access-trail.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import { missingAs } from './missing-file.ts';

type Db = Dependencies['writeDb'];
type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'writeDb' | 'config' | 'clock' | 'log'> & {
  jobs: Pick<Dependencies['jobs'], 'withdraw'>;
};

const filesOf = ({ file, altri_file }: JobWithFiles): string[] => (file === null ? altri_file : [file, ...altri_file]);

const isAccounting = ({ tipo }: JobWithFiles): boolean => tipo === contabilitaLavoratori.kind;

/** Counts the files of finished jobs that forgetting a worker deletes, without those of the accounting. */
export async function countResults(db: Db): Promise<number> {
  const rows = await jobsWithFiles(db);
  return rows.filter((row) => !isAccounting(row)).reduce((sum, row) => sum + filesOf(row).length, 0);
}

/**
 * Deletes the files of finished jobs, which may hold anybody's data and can be made again; the trail of accesses tells how many. Results of the
 * accounting are the firm's: those that name the person are deleted as anybody would, and their history tells it. Uploads that no unfinished
 * job reads are deleted too.
 */
export async function deleteResults(
  deps: Deps,
  { words, replacement }: { words: readonly string[]; replacement: string },
  sender: Sender,
): Promise<void> {
  const finished = (await jobsWithFiles(deps.writeDb)).filter(({ finito }) => finito !== null);
  const others = finished.filter((row) => !isAccounting(row));
  if (others.length > 0)
    await recordTaking(
      deps,
      { utente: sender.identity.memberID, indirizzo: null, commandId: randomUUID() },
      { tipo: 'rimozione', cosa: `Risultati delle operazioni, di tutti, per dimenticare ${replacement}`, quanti: others.length },
    );
  for (const row of others) await withdraw(deps, row);
  for (const row of finished.filter(isAccounting)) {
    if (!(await anyNames(filesOf(row), words))) continue;
    const run = { status: row.status, data: contabilitaLavoratori.data.parse(row.dati), result: row.risultato as ProcessoResult | null };
    await execute(deps, { ...removalOf(run), sender: { ...sender, commandId: derivedCommandId(sender.commandId, row.id) } });
    await withdraw(deps, row);
  }
  await deleteLoose(deps);
}

const withdraw = async ({ config, jobs }: Deps, { id }: JobWithFiles): Promise<void> =>
  removeResults(config, (await jobs.withdraw(id)) ?? []);

async function anyNames(files: readonly string[], words: readonly string[]): Promise<boolean> {
  for (const file of files) {
    const bytes = await readFile(file).catch(missingAs(null));
    if (bytes && namesIn(bytes, words)) return true;
  }
  return false;
}

const ZIP = Buffer.from('PK\u0003\u0004');
/** Bytes of a part of a zip that is searched. */
const LARGEST_PART = 200_000_000;

/** Tells whether a file, or a file in a zip or workbook, holds all words. A zip that cannot be searched counts as one that does. */
export function namesIn(bytes: Buffer, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const texts = bytes.subarray(0, 4).equals(ZIP) ? partsOf(bytes) : [bytes];
  return (
    texts === null ||
    texts.some((part) => {
      const text = part.toString('utf8').toLowerCase();
      return words.every((word) => text.includes(word.toLowerCase()));
    })
  );
}

/** Returns the unpacked parts of a zip; `null` if it is damaged or a part is too large. */
function partsOf(zip: Buffer): Buffer[] | null {
  let tooLarge = false;
  try {
    const parts = unzipSync(zip, { filter: ({ originalSize }) => !(tooLarge ||= originalSize > LARGEST_PART) });
    return tooLarge ? null : Object.values(parts).map((part) => Buffer.from(part));
  } catch {
    return null;
  }
}

/** Deletes the files of the results folder that no job names: uploads that were read, and leftovers. */
async function deleteLoose({ writeDb, config }: Deps): Promise<void> {
  const folder = resultsFolder(config);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(missingAs([]));
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
