import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { folderOf } from './logical-path.ts';
import { folderWithMode, modesOf, PRIVATE } from './modes.ts';

/** Folders of the archive's own; no logical path can name them, since it has no hidden names. */
export const TEMP = '.temp';
export const VERSIONS = '.versioni';

export interface Root {
  /** Real path of the archive. */
  base: string;
  temp: string;
}

/** Makes the archive's folders and finds where it really is. */
export async function openRoot(folder: string): Promise<Root> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  // what others may read by hand are the present files
  for (const own of [TEMP, VERSIONS]) await folderWithMode(join(folder, own), PRIVATE.folder);
  const base = await realpath(folder);
  return { base, temp: join(base, TEMP) };
}

/**
 * Returns the place on disk of a checked path (logical, or below `.versioni`). A symbolic link is refused, in
 * the folders and at the end, unless it names a file beside itself: any other leads out of the
 * archive or to the files of another record.
 */
export async function onDisk(root: Root, path: string): Promise<string> {
  const disk = join(root.base, path);
  if (!inside(root.base, disk)) throw new DomainError('PERCORSO_NON_VALIDO');
  const { part, real } = await realBeyondPresent(disk);
  if (!inside(root.base, real) || !(sameName(real, part) || (part === disk && (await besides(real, disk)))))
    throw new DomainError('PERCORSO_NON_VALIDO');
  return disk;
}

/** The same, and its folder is there afterwards. */
export async function onDiskWithFolder(root: Root, path: string): Promise<string> {
  const disk = await onDisk(root, path);
  await mkdir(join(root.base, folderOf(path)), { recursive: true, mode: modesOf(path).folder });
  return disk;
}

/** File systems differ in how they spell an accent. */
const sameName = (one: string, other: string): boolean => one.normalize('NFC') === other.normalize('NFC');

async function besides(real: string, disk: string): Promise<boolean> {
  return sameName(dirname(real), dirname(disk)) && (await stat(real)).isFile();
}

/** The longest part that exists, and its real path; a dangling link is refused, since nobody knows where it will lead. */
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
