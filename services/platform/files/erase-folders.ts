import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderContents } from '#contracts/ports/file-store.ts';
import { onDisk, VERSIONS, type Root } from './root.ts';
import { syncFolder } from './versions.ts';

/** Tells by a subfolder's name, in Unicode form NFC, whether the subfolder is to be erased. */
type Belongs = (name: string) => boolean;

/** Counts the files in the subfolders of `parent` that `belongs` accepts: current files and kept versions. */
export async function countFolders(root: Root, parent: string, belongs: Belongs): Promise<FolderContents> {
  const count = { present: 0, versions: 0 };
  for (const folder of await foldersOf(await onDisk(root, parent), belongs)) count.present += (await filesIn(folder)).length;
  for (const folder of await foldersOf(await onDisk(root, `${VERSIONS}/${parent}`), belongs))
    count.versions += (await filesIn(folder)).filter((name) => /^[1-9]\d{0,8}$/.test(name)).length;
  return count;
}

/** Deletes the subfolders of `parent` that `belongs` accepts, with their versions. */
export async function eraseFolders(root: Root, parent: string, belongs: Belongs): Promise<void> {
  for (const place of [await onDisk(root, `${VERSIONS}/${parent}`), await onDisk(root, parent)]) {
    const folders = await foldersOf(place, belongs);
    // `rm` removes links inside a folder without following them
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    if (folders.length > 0) await syncFolder(place);
  }
}

async function foldersOf(place: string, belongs: Belongs): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(noFolder);
  return entries.filter((entry) => entry.isDirectory() && belongs(entry.name.normalize('NFC'))).map(({ name }) => join(place, name));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noFolder);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

function noFolder(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
