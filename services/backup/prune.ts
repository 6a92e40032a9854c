import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readArchive, type Keys } from './archive/read-archive.ts';
import { OBJECTS, objectPath } from './contents.ts';
import { textsOf } from './lines.ts';
import { fileEntry, manifestSchema, PART } from './manifest.ts';
import { madeAt, outdatedBackups } from './retention.ts';
import { sealFile } from './seal-file.ts';

export interface PruneCounts {
  backups: number;
  objects: number;
}

interface Folder {
  folder: string;
  keys: Keys;
}

/**
 * Deletes the outdated backups of a folder, and the contents that no remaining backup refers to. If a remaining backup cannot be read, no
 * content is deleted. The caller must hold the backup lock.
 */
export async function prune({ folder, keys }: Folder): Promise<PruneCounts> {
  const names = await readdir(folder);
  const outdated = outdatedBackups(names);
  for (const name of outdated) {
    await rm(join(folder, name));
    await rm(sealFile(join(folder, name)), { force: true });
  }
  const kept = names.filter((name) => madeAt(name) !== null && !outdated.includes(name));
  const referred = new Set<string>();
  for (const name of kept) for await (const object of objectsOf(join(folder, name), keys)) referred.add(basename(object));
  return { backups: outdated.length, objects: await dropOthers(join(folder, OBJECTS), referred) };
}

/** Returns the names of the contents that a backup refers to, derived with the backup's own key. */
async function* objectsOf(file: string, keys: Keys): AsyncGenerator<string> {
  const { header, parts } = await readArchive(file, keys, manifestSchema);
  const master = await keys(header);
  for await (const { name, content } of parts) {
    // in a backup with its contents inside, these come before the list of files
    const lines = name === PART.files ? textsOf(content) : null;
    if (!lines) {
      for await (const chunk of content) void chunk;
      continue;
    }
    for await (const line of lines) {
      const { sha256, link } = fileEntry.parse(JSON.parse(line));
      if (link === undefined) yield objectPath(dirname(file), sha256, master);
    }
    return;
  }
}

const NAME = /^[0-9a-f]{64}$/;

async function dropOthers(objects: string, referred: ReadonlySet<string>): Promise<number> {
  let dropped = 0;
  for (const part of await readdir(objects).catch(() => [])) {
    const names = await readdir(join(objects, part));
    const others = names.filter((name) => NAME.test(name) && !referred.has(name));
    for (const name of others) await rm(join(objects, part, name));
    dropped += others.length;
    if (others.length === names.length) await rmdir(join(objects, part)).catch(() => undefined);
  }
  return dropped;
}
