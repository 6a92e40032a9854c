import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Age in milliseconds at which a temporary file is deleted, as the rest of an upload that a crash cut off. */
const FORGOTTEN = 24 * 3_600_000;
/** Milliseconds without a write after which no request can still use a temporary file. */
const QUIET = 10 * 60_000;

const MACHINE = hostname().replace(/[^\w-]/g, '_');
const NAME = /^(.+)-(\d+)\.[\da-f-]{36}$/;

/** Returns a new name for a temporary file, which contains the machine and the process that own it. */
export const tempName = (): string => `${MACHINE}-${process.pid}.${randomUUID()}`;

/** Creates the folder of temporary files, and deletes the files in it that are older than `olderThan` milliseconds. */
export async function sweep(folder: string, olderThan = FORGOTTEN): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeFiles(folder, (_name, age) => age > olderThan);
}

/**
 * Deletes a folder's temporary files of processes that have ended. Must run at the start, before uploads are received. Files of other live
 * processes stay.
 */
export async function sweepLeftovers(folder: string): Promise<void> {
  await removeFiles(folder, (name, age) => {
    const [, machine, pid] = NAME.exec(name) ?? [];
    // the own process id can be of an earlier process, since ids repeat in a container
    return age > QUIET || (machine === MACHINE && (Number(pid) === process.pid || !running(Number(pid))));
  });
}

async function removeFiles(folder: string, old: (name: string, ageMs: number) => boolean): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  for (const name of names) {
    const file = join(folder, name);
    const state = await stat(file).catch(() => null);
    if (state?.isFile() && old(name, Date.now() - state.mtimeMs)) await rm(file, { force: true });
  }
}

function running(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
