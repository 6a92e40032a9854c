import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A temporary file older than this belongs to nobody: an upload that a crash cut off. */
const FORGOTTEN = 24 * 3_600_000;
/** No request takes so long, and one that is alive writes. */
const QUIET = 10 * 60_000;

const MACHINE = hostname().replace(/[^\w-]/g, '_');
const NAME = /^(.+)-(\d+)\.[\da-f-]{36}$/;

/** A name for a temporary file that says whose it is. */
export const tempName = (): string => `${MACHINE}-${process.pid}.${randomUUID()}`;

/** Makes the folder of temporary files, or takes the forgotten ones out of it. */
export async function sweep(folder: string, olderThan = FORGOTTEN): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeFiles(folder, (_name, age) => age > olderThan);
}

/** At a start, before anything is received: takes away what processes that are no more left in a folder. Others may share it. */
export async function sweepLeftovers(folder: string): Promise<void> {
  await removeFiles(folder, (name, age) => {
    const [, machine, pid] = NAME.exec(name) ?? [];
    // the number may be this process's own: then another had it before, as in a container
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
