import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull } from '#contracts/core/disk-full.ts';
import { shareWork } from '../concurrency/share-work.ts';
import { tempName } from './sweep.ts';
import { archiveTempFolder, tempFolder } from './temp-folders.ts';
import type { Config } from '../start/config.ts';

/** Free bytes below which a disk counts as full. PostgreSQL allocates its log in segments of this size, and stops if one does not fit. */
const LEAST_BYTES = 16 * 1024 * 1024;
/** More bytes than a file system stores inside the file's own directory entry. */
const PROBE = Buffer.alloc(8192, 1);

/**
 * Creates a function that returns whether a disk of the portal is full: that of its data, embedded database included, or that of the
 * archive. It asks the file system and writes a small file, since quotas can forbid writing on a disk with free space. Other errors of a
 * disk count as not full.
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
