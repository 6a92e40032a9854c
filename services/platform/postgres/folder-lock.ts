import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Error for a data folder that another portal is using. */
export class FolderTaken extends Error {
  constructor(dataDir: string, pid: string) {
    const who = pid ? ` (process ${pid})` : '';
    super(`The folder ${resolve(dataDir)} is in use by a running portal${who}: stop it, or choose another DATI_DIR`);
    this.name = 'FolderTaken';
  }
}

/**
 * Locks the data folder for this process and returns the release function. Throws `FolderTaken`. The lock is SQLite's lock on an empty
 * file, which the system releases when the process ends in any way. A file with a process id could not be taken over without a race.
 */
export async function claimFolder(dataDir: string): Promise<() => Promise<void>> {
  const pidFile = join(dataDir, 'portale.pid');
  const lock = new DatabaseSync(join(dataDir, 'portale.lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new FolderTaken(dataDir, (await readFile(pidFile, 'utf8').catch(() => '')).trim());
  }
  await writeFile(pidFile, `${process.pid}\n`);
  return async () => {
    await rm(pidFile, { force: true });
    lock.close();
  };
}

const SQLITE_BUSY = 5;
