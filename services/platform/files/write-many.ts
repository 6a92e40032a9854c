import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { FileStore, NewFile, WrittenFile } from '#contracts/ports/file-store.ts';
import { checkContent } from './content-check.ts';
import { folderOf, logicalPath } from './logical-path.ts';
import { modesOf } from './modes.ts';
import { onDisk, VERSIONS, type Root } from './root.ts';
import { tempName } from './sweep.ts';
import { linkContent, syncFolder } from './versions.ts';

interface Means {
  maxByte: number;
  /** Runs `work` while nobody else writes this path. */
  solo<T>(r: Root, path: string, work: () => Promise<T>): Promise<T>;
  /** Writes a single file, replacing a current content. */
  write: FileStore['write'];
}

type WrittenContent = Omit<WrittenFile, 'modified'>;

/** Number of files written in parallel; the disk flushes waiting files together. */
const TOGETHER = 16;

/**
 * Writes many files, most of which are the first of their path. Each folder is read once, contents are flushed in parallel, and each folder
 * is flushed once at the end. A path that ever had a content is written like a single file.
 */
export async function writeMany(r: Root, files: readonly NewFile[], means: Means): Promise<WrittenContent[]> {
  const folders = new Map<string, Promise<Folder>>();
  const limit = pLimit(TOGETHER);
  const ofPath = Map.groupBy(
    files.map((file, at) => ({ ...file, path: logicalPath(file.path), at })),
    ({ path }) => path,
  );
  const results: WrittenContent[] = [];
  async function inOrder(path: string, contents: readonly (NewFile & { at: number })[]): Promise<void> {
    const folder = folders.get(folderOf(path)) ?? openFolder(r, folderOf(path));
    folders.set(folderOf(path), folder);
    for (const { at, ...file } of contents) {
      const first = (await folder).had.has(basename(path)) ? null : await placeFirst(r, await folder, file, means);
      results[at] = first ?? withoutTime(await means.write(path, Readable.from([file.content]), file.kind));
      (await folder).had.add(basename(path));
    }
  }
  const outcomes = await Promise.allSettled([...ofPath].map(([path, contents]) => limit(() => inOrder(path, contents))));
  const written = (await Promise.all(folders.values())).filter((folder) => folder.isWritten).map(({ disk }) => disk);
  // the name of a new folder is durable once its parent is flushed
  for (const disk of new Set([...written, ...written.map(dirname)])) await syncFolder(disk);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}

interface Folder {
  disk: string;
  /** Names that have or once had a content. */
  had: Set<string>;
  isWritten: boolean;
}

async function openFolder(r: Root, path: string): Promise<Folder> {
  const disk = await onDisk(r, path);
  await mkdir(disk, { recursive: true, mode: modesOf(path).folder });
  const before = await readdir(await onDisk(r, `${VERSIONS}/${path}`)).catch(unlessMissing);
  return { disk, had: new Set([...(await readdir(disk)), ...before]), isWritten: false };
}

function unlessMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

/** Writes the first content of a path; returns `null` if another content was written meanwhile. */
async function placeFirst(
  r: Root,
  folder: Folder,
  { path, content, kind }: NewFile,
  { maxByte, solo }: Means,
): Promise<WrittenContent | null> {
  const sha256 = checkContent(content, kind, maxByte);
  const temp = join(r.temp, tempName());
  try {
    await writeFile(temp, content, { flag: 'wx', mode: modesOf(path).file, flush: true });
    await solo(r, path, () => linkContent(temp, join(folder.disk, basename(path))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    await rm(temp, { force: true });
  }
  folder.isWritten = true;
  return { path, version: 1, bytes: content.length, sha256 };
}

const withoutTime = ({ path, version, bytes, sha256 }: WrittenFile): WrittenContent => ({ path, version, bytes, sha256 });
