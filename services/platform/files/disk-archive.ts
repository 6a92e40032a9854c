import { chmod, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { foldedKey } from '#contracts/core/natural-key.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileInfo, FileContent, FileStore, WrittenFile } from '#contracts/ports/file-store.ts';
import { check } from './content-check.ts';
import { fingerprint } from './fingerprint.ts';
import { asInfo, asFileContent, fileState } from './read-file.ts';
import { modesOf, PRIVATE } from './modes.ts';
import { extension, logicalPath } from './logical-path.ts';
import { openRoot, onDisk, onDiskWithFolder, type Root } from './root.ts';
import { withLock } from './file-lock.ts';
import { keyedQueue } from '#services/platform/concurrency/keyed-queue.ts';
import { countFolders, eraseFolders } from './erase-folders.ts';
import { sweep, tempName } from './sweep.ts';
import { deletedAt, eraseKept, keptVersions, linkContent, keep, markDeleted, versionPath, syncFolder, versionOf } from './versions.ts';
import { writeMany } from './write-many.ts';
import { writeNew } from './write-new.ts';

export interface ArchiveOptions {
  folder: string;
  maxBytes: number;
}

/** Creates the archive as a folder of the file system, in which people can also browse. */
export function diskArchive({ folder, maxBytes: maxByte }: ArchiveOptions): FileStore {
  const inTurn = keyedQueue();
  let cachedRoot: Promise<Root> | null = null;

  const root = (): Promise<Root> => {
    cachedRoot ??= openRoot(folder).then(async (r) => {
      await sweep(r.temp);
      return r;
    });
    // the next call opens the folder again, since a network share may be mounted meanwhile
    cachedRoot.catch(() => (cachedRoot = null));
    return cachedRoot;
  };
  const solo = <T>(r: Root, path: string, work: () => Promise<T>) => inTurn(path, () => withLock(r.temp, path, work));

  async function write(text: string, content: Readable, kind: 'pdf' | 'jpeg'): Promise<WrittenFile> {
    const path = logicalPath(text);
    const r = await root();
    await onDisk(r, path);
    const temp = join(r.temp, tempName());
    try {
      const sha256 = await receive(temp, content, kind, maxByte);
      return { ...(await solo(r, path, () => put(r, temp, path))), sha256 };
    } finally {
      await rm(temp, { force: true });
    }
  }

  return {
    write,
    writeAll: async (files) => writeMany(await root(), files, { maxByte, solo, write }),
    async read(text, version) {
      const path = logicalPath(text);
      return read(await root(), path, version);
    },
    async info(text) {
      const path = logicalPath(text);
      return infoOf(await root(), path);
    },
    async list(text) {
      const path = logicalPath(text);
      return listFolder(await root(), path);
    },
    async holdsFiles(text) {
      const path = logicalPath(text);
      return folderLike((await root()).base, path);
    },
    async delete(text, version) {
      const path = logicalPath(text);
      const r = await root();
      await solo(r, path, () => remove(r, path, version));
    },
    async holding(text, sha256) {
      const path = logicalPath(text);
      return holding(await root(), path, sha256);
    },
    async erase(text, version) {
      const path = logicalPath(text);
      const r = await root();
      await solo(r, path, async () => {
        await remove(r, path, version).catch(unlessGone);
        await eraseKept(r, path, version);
      });
    },
    async contents(text, belongs) {
      const parent = logicalPath(text);
      return countFolders(await root(), parent, belongs);
    },
    async eraseFolders(text, belongs) {
      const parent = logicalPath(text);
      await eraseFolders(await root(), parent, belongs);
    },
    async deleted(text) {
      const path = logicalPath(text);
      return deletedAt(await root(), path);
    },
    async rename(from, a) {
      const [before, after] = [logicalPath(from), logicalPath(a)];
      if (extension(before) !== extension(after)) throw new DomainError('ESTENSIONE_DIVERSA');
      if (before === after) throw new DomainError('DESTINAZIONE_OCCUPATA');
      const r = await root();
      // both locks are taken in the same order, or two opposite renames would deadlock
      const [one, two] = [before, after].toSorted() as [string, string];
      return solo(r, one, () => solo(r, two, () => move(r, before, after)));
    },
  };
}

async function receive(temp: string, content: Readable, kind: 'pdf' | 'jpeg', maxByte: number): Promise<string> {
  const { stream, sha256 } = check(kind, maxByte);
  await writeNew(temp, PRIVATE.file, content, stream);
  const handle = await open(temp, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return sha256();
}

/** Replaces the content of a path. The old content is linked as a version first, so that readers find a content at any time. */
async function put(r: Root, temp: string, path: string): Promise<FileInfo> {
  const disk = await onDiskWithFolder(r, path).catch(asPath);
  const present = await infoOf(r, path);
  if (present) await keep(r, disk, { path, version: present.version });
  await chmod(temp, modesOf(path).file);
  await rename(temp, disk).catch(asPath);
  await syncFolder(dirname(disk));
  const after = await infoOf(r, path);
  if (!after) throw new DomainError('FILE_ASSENTE');
  return after;
}

async function remove(r: Root, path: string, version?: number): Promise<void> {
  const present = await infoOf(r, path);
  if (!present) throw new DomainError('FILE_ASSENTE');
  if (version !== undefined && present.version !== version) return;
  const disk = await onDisk(r, path);
  await keep(r, disk, { path, version: present.version });
  // signed names are invalidated before the file is deleted, so that no signed name outlives the deletion
  await markDeleted(r, path, new Date());
  await unlink(disk);
  await syncFolder(dirname(disk));
}

async function holding(r: Root, path: string, sha256: string): Promise<number[]> {
  const present = await infoOf(r, path);
  const versions: number[] = [];
  for (const version of new Set([...(await keptVersions(r, path)), ...(present ? [present.version] : [])])) {
    const content = await read(r, path, version).catch(unlessGone);
    if (content && (await fingerprint(content.open())) === sha256) versions.push(version);
  }
  return versions.toSorted((a, b) => a - b);
}

function unlessGone(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'FILE_ASSENTE')) throw error;
}

async function move(r: Root, from: string, a: string): Promise<FileInfo> {
  const present = await infoOf(r, from);
  if (!present) throw new DomainError('FILE_ASSENTE');
  const before = await onDisk(r, from);
  const after = await onDiskWithFolder(r, a).catch(asPath);
  await linkContent(before, after).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new DomainError('DESTINAZIONE_OCCUPATA') : error;
  });
  await chmod(after, modesOf(a).file);
  // the content also remains a version of the old path, so that links of the history still open it
  await keep(r, before, { path: from, version: present.version }, { copy: true });
  await unlink(before);
  await syncFolder(dirname(before));
  await syncFolder(dirname(after));
  // removes the folder if the move left it empty; `rmdir` fails for any other
  if (dirname(before) !== dirname(after)) await rmdir(dirname(before)).catch(() => {});
  const info = await infoOf(r, a);
  if (!info) throw new DomainError('FILE_ASSENTE');
  return info;
}

async function infoOf(r: Root, path: string): Promise<FileInfo | null> {
  const state = await fileState(await onDisk(r, path));
  return state ? asInfo(path, state, await versionOf(r, path, state)) : null;
}

async function read(r: Root, path: string, version?: number): Promise<FileContent> {
  const disk = await onDisk(r, path);
  const present = await fileState(disk);
  const current = present && (await versionOf(r, path, present));
  if (present && current && (version === undefined || version === current))
    return asFileContent(asInfo(path, present, current), disk, present);
  if (version === undefined) throw new DomainError('FILE_ASSENTE');
  const kept = await onDisk(r, versionPath(path, version));
  const state = await fileState(kept);
  if (!state) throw new DomainError('FILE_ASSENTE');
  return asFileContent(asInfo(path, state, version), kept, state);
}

async function listFolder(r: Root, folder: string): Promise<FileInfo[]> {
  const entries = await readdir(await onDisk(r, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .toSorted();
  const infos = await Promise.all(names.map((name) => infoOf(r, `${folder}/${name}`)));
  return infos.filter((info) => info !== null);
}

/**
 * Returns the folder with this name that contains files; `null` if there is none. Prefers the exact spelling to one that differs in case or
 * Unicode form.
 */
async function folderLike(base: string, name: string): Promise<string | null> {
  const alike = (await readdir(base)).filter((one) => foldedKey(one) === foldedKey(name));
  for (const one of alike.toSorted((a, b) => Number(b === name) - Number(a === name))) if (await holdsFiles(join(base, one))) return one;
  return null;
}

/** Tells whether a folder contains files at any depth. Empty folders and hidden names, as file managers create them, do not count. */
async function holdsFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    if (!entry.isDirectory() || (await holdsFiles(join(folder, entry.name)))) return true;
  }
  return false;
}

/** Translates an error of the file system about the name itself into PERCORSO_NON_VALIDO; throws any other error unchanged. */
function asPath(error: NodeJS.ErrnoException): never {
  if (['ENOTDIR', 'EISDIR', 'EINVAL', 'ENAMETOOLONG', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) {
    throw new DomainError('PERCORSO_NON_VALIDO');
  }
  throw error;
}
