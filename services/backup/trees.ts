import { constants } from 'node:fs';
import { access, lstat, opendir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KEY_FILES } from '../platform/checkpoints/keys.ts';
import type { FileEntry } from './manifest.ts';

export interface Tree {
  tree: FileEntry['tree'];
  folder: string;
  /** Makes a missing folder an error, since an unmounted share must not be saved as an archive without files. */
  required?: boolean;
  /** Tells whether an entry at the top of the folder is included. */
  includes?(path: string): boolean;
}

/** Returns the folders of a portal: documents with their versions, job results, and the signing keys. */
export function treesOf({ archivio, risultati, segreti }: Record<FileEntry['tree'], string>): Tree[] {
  return [
    { tree: 'archivio', folder: archivio, required: true, includes: TAKEN.archivio },
    { tree: 'risultati', folder: risultati },
    { tree: 'segreti', folder: segreti, includes: TAKEN.segreti },
  ];
}

/** Filters for the names at the top of a tree that a backup includes. */
const TAKEN: Partial<Record<FileEntry['tree'], (name: string) => boolean>> = {
  archivio: (name) => name !== '.temp',
  // the password of the embedded database belongs to that database, which a restore makes anew
  segreti: (name) => ['firma', ...KEY_FILES].includes(name),
};

/** Tells whether a backup includes a file. */
export const isTaken = ({ tree, path }: Pick<FileEntry, 'tree' | 'path'>): boolean => TAKEN[tree]?.(path.split('/', 1)[0]!) ?? true;

/** State and digest of a file when it was last read. */
interface KnownFile {
  state: string;
  sha256: string;
  bytes: number;
}

export interface Walk {
  entries: FileEntry[];
  /** Number of links to targets outside their own folder, which are left out. */
  skippedLinks: number;
}

/** Stores a file's content in the backup and returns its digest and size. Called again only for a file that has changed. */
export type Keep = (file: string) => Promise<{ sha256: string; bytes: number }>;

/** Lists every file of the trees and stores each content with `keep`. `digestCache` keeps digests from one walk to the next. */
export async function walkTrees(trees: readonly Tree[], keep: Keep, digestCache: Map<string, KnownFile>): Promise<Walk> {
  const walk: Walk = { entries: [], skippedLinks: 0 };
  for (const tree of trees) {
    if (tree.required) await access(tree.folder, constants.R_OK);
    for await (const path of pathsOf(tree, '')) {
      const entry = await unlessGone(entryOf(tree, path, keep, digestCache));
      if (entry === 'elsewhere') walk.skippedLinks += 1;
      else if (entry) walk.entries.push(entry);
      await nextTurn();
    }
  }
  return walk;
}

async function* pathsOf(tree: Tree, below: string): AsyncGenerator<string> {
  const entries = await unlessGone(opendir(join(tree.folder, below)));
  if (!entries) return;
  const folders: string[] = [];
  for await (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (tree.includes && !below && !tree.includes(path)) continue;
    // versions come last, so that a file replaced during the walk is still found among the versions
    if (entry.isDirectory() && entry.name.startsWith('.')) folders.push(path);
    else if (entry.isDirectory()) folders.unshift(path);
    else if (entry.isFile() || entry.isSymbolicLink()) yield path;
  }
  for (const folder of folders) yield* pathsOf(tree, folder);
}

async function entryOf(
  { tree, folder }: Tree,
  path: string,
  keep: Keep,
  digestCache: Map<string, KnownFile>,
): Promise<FileEntry | 'elsewhere'> {
  const file = join(folder, path);
  const stats = await lstat(file);
  const modified = Math.floor(stats.mtimeMs);
  if (stats.isSymbolicLink()) {
    const link = await readlink(file);
    return link.includes('/') || link === '..' ? 'elsewhere' : { tree, path, sha256: '', bytes: 0, modified, link };
  }
  const state = [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
  const before = digestCache.get(`${tree}/${path}`);
  const content = before?.state === state ? before : { state, ...(await keep(file)) };
  digestCache.set(`${tree}/${path}`, content);
  return { tree, path, sha256: content.sha256, bytes: content.bytes, modified };
}

async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}
