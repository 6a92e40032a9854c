import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull } from '#contracts/core/disk-full.ts';
import { shareWork } from '../concurrency/shared.ts';
import { tempName } from './sweep.ts';
import { archiveTempFolder, tempFolder } from './temp-folders.ts';
import type { Config } from '../start/config.ts';

/** Of its log PostgreSQL takes so much at once, and stops where it is not there. */
const LEAST_BYTES = 16 * 1024 * 1024;
/** More than the system keeps in a name's own place. */
const PROBE = Buffer.alloc(8192, 1);

/**
 * True while one of the portal's disks has no room: the one of its data (the embedded database among
 * them) or the one of the archive. Seen by what the system says is free, and by writing a little:
 * what one user may store is counted elsewhere. Never fails: a disk that is away says nothing of its room.
 */
export function diskRoom(config: Pick<Config, 'DATI_DIR' | 'ARCHIVIO_DIR'>): () => Promise<boolean> {
  const folders = [tempFolder(config), archiveTempFolder(config)];
  return shareWork(async () => (await Promise.all(folders.map(isFull))).includes(true));
}

async function isFull(folder: string): Promise<boolean> {
  const probe = join(folder, tempName());
  try {
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < LEAST_BYTES) return true;
    await writeFile(probe, PROBE, { mode: 0o600 });
    return false;
  } catch (error) {
    return diskFull(error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
