import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { folderOf } from './logical-path.ts';
import { folderWithMode, modesOf, PRIVATE } from './modes.ts';

/** Internal folders of the archive. Logical paths cannot name them, since hidden names are refused. */
export const TEMP = '.temp';
export const VERSIONS = '.versioni';

export interface Root {
  /** Real path of the archive. */
  base: string;
  temp: string;
}

/** Creates the archive's folders and resolves the archive's real path. */
export async function openRoot(folder: string): Promise<Root> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  // other users of the share may read the present files, but not the internal folders
  for (const own of [TEMP, VERSIONS]) await folderWithMode(join(folder, own), PRIVATE.folder);
  const base = await realpath(folder);
  return { base, temp: join(base, TEMP) };
}

/**
 * Returns the path on disk of a checked path (logical, or below `.versioni`). Throws for a symbolic link in any part of the path, since a
 * link may lead out of the archive or to another record's files. A link to a file in its own folder is accepted.
 */
export async function onDisk(root: Root, path: string): Promise<string> {
  const disk = join(root.base, path);
  if (!inside(root.base, disk)) throw new DomainError('PERCORSO_NON_VALIDO');
  const { part, real } = await realBeyondPresent(disk);
  if (!inside(root.base, real) || !(sameName(real, part) || (part === disk && (await besides(real, disk)))))
    throw new DomainError('PERCORSO_NON_VALIDO');
  return disk;
}

/** Returns the path on disk as `onDisk` does, and creates its folder. */
export async function onDiskWithFolder(root: Root, path: string): Promise<string> {
  const disk = await onDisk(root, path);
  await mkdir(join(root.base, folderOf(path)), { recursive: true, mode: modesOf(path).folder });
  return disk;
}

/** Compares names in Unicode form NFC, since file systems differ in the form of accents. */
const sameName = (one: string, other: string): boolean => one.normalize('NFC') === other.normalize('NFC');

async function besides(real: string, disk: string): Promise<boolean> {
  return sameName(dirname(real), dirname(disk)) && (await stat(real)).isFile();
}

/** Returns the longest existing part of a path, and its real path. Throws for a dangling link, whose target could be created later. */
async function realBeyondPresent(disk: string): Promise<{ part: string; real: string }> {
  for (let part = disk; ; part = part.slice(0, part.lastIndexOf(sep)) || sep) {
    try {
      return { part, real: await realpath(part) };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ELOOP' || code === 'ENAMETOOLONG') throw new DomainError('PERCORSO_NON_VALIDO');
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
      const link = await lstat(part).catch(() => null);
      if (link?.isSymbolicLink()) throw new DomainError('PERCORSO_NON_VALIDO');
    }
  }
}

function inside(base: string, disk: string): boolean {
  return disk === base || disk.startsWith(base.endsWith(sep) ? base : base + sep);
}
