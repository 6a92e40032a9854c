import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { diskFull } from '#contracts/core/disk-full.ts';
import { DomainError } from '#contracts/core/errors.ts';

/** Milliseconds without a heartbeat after which a lock file is taken over, since its process has died. */
const ABANDONED = 30_000;
const MAX_WAIT = 20_000;
const PAUSE = 15;

/**
 * Runs `work` under a lock between processes that share the archive. The lock is a file created with O_EXCL. Hold it for a few renames
 * only, never while content is received. Throws NON_DISPONIBILE if the lock is not free within `MAX_WAIT`.
 */
export async function withLock<T>(tempFolder: string, key: string, work: () => Promise<T>): Promise<T> {
  const file = join(tempFolder, `${createHash('sha256').update(key).digest('hex')}.lock`);
  const token = randomUUID();
  const deadline = Date.now() + MAX_WAIT;
  while (!(await take(file, token))) {
    if (Date.now() > deadline)
      throw new DomainError('NON_DISPONIBILE', { message: "L'archivio è occupato: riprova tra poco.", retryAfter: 5 });
    await pause(PAUSE);
  }
  const heartbeat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), ABANDONED / 3);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if ((await readFile(file, 'utf8').catch(() => '')) === token) await rm(file, { force: true });
  }
}

async function take(file: string, token: string): Promise<boolean> {
  try {
    await writeFile(file, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // a full disk can leave an empty lock file without a token, which would block everybody
      if (diskFull(error) && (await readFile(file, 'utf8').catch(() => null)) === '') await rm(file, { force: true });
      throw error;
    }
  }
  const abandoned = await abandonedToken(file);
  if (abandoned !== null) await remove(file, abandoned, token);
  return false;
}

async function abandonedToken(file: string): Promise<string | null> {
  const token = await readFile(file, 'utf8').catch(() => null);
  const state = await stat(file).catch(() => null);
  return token !== null && state !== null && Date.now() - state.mtimeMs > ABANDONED ? token : null;
}

/** Removes an abandoned lock file. Renames the file first, and restores it if another process has taken the lock meanwhile. */
async function remove(file: string, token: string, mine: string): Promise<void> {
  const aside = `${file}.${mine}`;
  await rename(file, aside).catch(() => {});
  const found = await readFile(aside, 'utf8').catch(() => null);
  if (found !== null && found !== token) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}
