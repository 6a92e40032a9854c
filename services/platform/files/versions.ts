import { constants, type Stats } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE } from './modes.ts';
import { tempName } from './sweep.ts';
import { onDisk, VERSIONS, type Root } from './root.ts';

/** Returns the path of a replaced content, `.versioni/<percorso>/<n>`. */
export const versionPath = (path: string, version: number): string => `${VERSIONS}/${path}/${version}`;

/**
 * Returns the version number of the present content: one more than the last kept version. The last kept version may be the present
 * content itself, during a replacement or after an interrupted one.
 */
export async function versionOf(root: Root, path: string, present: Stats): Promise<number> {
  const last = await lastKept(root, path);
  if (last === 0) return 1;
  const kept = await stat(await onDisk(root, versionPath(path, last))).catch(() => null);
  return kept && sameFile(kept, present) ? last : last + 1;
}

const sameFile = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev;

/** Returns the highest number of the kept versions, erased ones included; 0 if there is none. */
async function lastKept(root: Root, path: string): Promise<number> {
  const numbers = (await namesUnder(root, path)).map((name) => Number(/^([1-9]\d{0,8})(?:\.rimosso)?$/.exec(name)?.[1] ?? 0));
  return numbers.reduce((max, number) => Math.max(max, number), 0);
}

/** Returns the numbers of the kept versions that were not erased. */
export const keptVersions = async (root: Root, path: string): Promise<number[]> =>
  (await namesUnder(root, path)).filter((name) => /^[1-9]\d{0,8}$/.test(name)).map(Number);

async function namesUnder(root: Root, path: string): Promise<string[]> {
  return readdir(await onDisk(root, `${VERSIONS}/${path}`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** Erases a kept version. An empty `.rimosso` file keeps its number from being used again. */
export async function eraseKept(root: Root, path: string, version: number): Promise<void> {
  const keptFile = await onDisk(root, versionPath(path, version));
  if (!(await stat(keptFile).catch(() => null))) return;
  await writeFile(await onDisk(root, `${versionPath(path, version)}.rimosso`), '');
  await rm(keptFile, { force: true });
  await syncFolder(dirname(keptFile));
}

interface Version {
  path: string;
  version: number;
}

/**
 * Keeps the content at `disk` as a version of a path. Never overwrites a kept version. `copy` copies instead of linking, for a content that
 * stays in use under another name, where people can change it by hand.
 */
export async function keep(root: Root, disk: string, { path, version }: Version, { copy = false } = {}): Promise<void> {
  const destination = await onDisk(root, versionPath(path, version));
  await mkdir(dirname(destination), { recursive: true, mode: PRIVATE.folder });
  await (copy ? copyFile(disk, destination, constants.COPYFILE_EXCL) : linkContent(disk, destination)).catch(
    async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !sameFile(await stat(disk), await stat(destination))) throw error;
    },
  );
  await syncFolder(dirname(destination));
}

const deletionPath = (path: string): string => `${VERSIONS}/${path}/eliminato`;

/** Stores the time at which the content of a path was deleted. */
export async function markDeleted(root: Root, path: string, now: Date): Promise<void> {
  const mark = await onDisk(root, deletionPath(path));
  const draft = join(root.temp, tempName());
  try {
    // written to a draft and renamed, since a full disk would leave a truncated file
    await writeFile(draft, now.toISOString(), { mode: PRIVATE.file });
    await rename(draft, mark);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns the time of the last deletion of a path; `null` if there was none. */
export async function deletedAt(root: Root, path: string): Promise<Date | null> {
  const text = await readFile(await onDisk(root, deletionPath(path)), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return text === null ? null : new Date(text);
}

/** Creates a hard link, or a copy on a file system without hard links, such as many network shares. Throws EEXIST if `a` exists. */
export async function linkContent(from: string, a: string): Promise<void> {
  try {
    await link(from, a);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'].includes(code)) throw error;
    await copyFile(from, a, constants.COPYFILE_EXCL);
  }
}

/** Flushes a folder to disk, which makes a rename durable. Ignores network shares that refuse this. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
}
