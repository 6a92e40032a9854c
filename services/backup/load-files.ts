import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { ReadPart } from './archive/read-archive.ts';
import { modesOf, PRIVATE } from '../platform/files/modes.ts';
import { readObject, type CheckedBackup } from './check-backup.ts';
import { objectPath } from './contents.ts';
import type { FileEntry } from './manifest.ts';
import type { Target } from './target.ts';

/** Restores files from contents to their listed paths, each file atomically. */
export interface FilesLoader {
  /** Restores all files that have the content of a part. */
  content(part: ReadPart): Promise<void>;
  /** Restores the files beside the backup, then the links. */
  rest(): Promise<void>;
}

export function filesLoader({ file, entries, manifest, keys, master }: CheckedBackup, folders: Target['folders']): FilesLoader {
  const places = new Map<string, FileEntry[]>();
  for (const entry of entries) if (entry.link === undefined) places.set(entry.sha256, [...(places.get(entry.sha256) ?? []), entry]);
  const draft = join(folders.archivio, '.temp', 'ripristino');
  const content = async (part: ReadPart): Promise<void> => {
    await mkdir(dirname(draft), { recursive: true, mode: PRIVATE.folder });
    try {
      await pipeline(Readable.from(part.content), createWriteStream(draft, { mode: PRIVATE.file }));
      for (const entry of places.get(part.end().sha256) ?? []) await place(draft, folders, entry);
    } finally {
      await rm(draft, { force: true });
    }
  };
  return {
    content,
    async rest() {
      if (manifest.contents === 'beside') {
        for (const sha256 of places.keys()) await readObject(objectPath(dirname(file), sha256, master), keys, sha256, content);
      }
      for (const entry of entries) if (entry.link !== undefined) await link(folders, entry, entry.link);
    },
  };
}

/** Copies a content to a draft and renames it, so that two files with the same content share no bytes on disk. */
async function place(from: string, folders: Target['folders'], { tree, path, modified }: FileEntry): Promise<void> {
  const to = join(folders[tree], path);
  const draft = join(dirname(to), `.${tree}-ripristino`);
  const modes = tree === 'archivio' ? modesOf(path) : PRIVATE;
  await mkdir(dirname(to), { recursive: true, mode: modes.folder });
  await copyFile(from, draft);
  const handle = await open(draft, 'r+');
  try {
    await handle.chmod(modes.file);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await utimes(draft, new Date(), new Date(modified));
  await rename(draft, to);
}

async function link(folders: Target['folders'], { tree, path }: FileEntry, name: string): Promise<void> {
  const at = join(folders[tree], path);
  await mkdir(dirname(at), { recursive: true });
  await rm(at, { force: true });
  await symlink(name, at);
}
