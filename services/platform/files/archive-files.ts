import { opendir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Config } from '../start/config.ts';

type Folders = Pick<Config, 'DATI_DIR' | 'ARCHIVIO_DIR'>;

export interface ArchiveFile {
  /** Logical path, with `/` between folders. */
  path: string;
  /** Absolute path on disk. */
  disk: string;
}

/** Yields all files of the archive, without hidden folders and links. Calls `closed` with each folder that cannot be read. */
export async function* archiveFiles(
  { DATI_DIR, ARCHIVIO_DIR = join(DATI_DIR, 'archivio') }: Folders,
  closed: (folder: string) => void = () => {},
): AsyncGenerator<ArchiveFile> {
  const root = resolve(ARCHIVIO_DIR);
  for await (const disk of filesOf(root, (folder) => closed(relative(root, folder) || '.')))
    yield { disk, path: relative(root, disk).split(sep).join('/') };
}

async function* filesOf(folder: string, onUnreadable: (folder: string) => void): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => null);
  if (!entries) return onUnreadable(folder);
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesOf(join(folder, entry.name), onUnreadable);
    else if (entry.isFile()) yield join(folder, entry.name);
  }
}
