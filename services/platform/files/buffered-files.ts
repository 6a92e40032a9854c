import { createHash } from 'node:crypto';
import type { FileInfo, FileStore, NewFile } from '#contracts/ports/file-store.ts';
import { folderOf, logicalPath } from './logical-path.ts';

/** Archive that holds new files in memory until `place` writes them together. `info` already returns their future version. */
export interface BufferedFiles extends FileStore {
  place(): Promise<void>;
}

/**
 * Creates an archive that holds files, for a caller that is the sole writer of their folders meanwhile. Every call except `write` and
 * `info` places the held files first.
 */
export function bufferedFiles(files: FileStore): BufferedFiles {
  const folders = new Map<string, Promise<Map<string, FileInfo>>>();
  let pendingFiles: (NewFile & { promised: FileInfo & { sha256: string } })[] = [];

  function filesOf(path: string): Promise<Map<string, FileInfo>> {
    const folder = folderOf(path);
    const infos = folders.get(folder) ?? files.list(folder).then((list) => new Map(list.map((info) => [info.path, info])));
    folders.set(folder, infos);
    return infos;
  }

  async function place(): Promise<void> {
    const placed = pendingFiles;
    pendingFiles = [];
    const written = await files.writeAll(placed);
    for (const [i, { path, version, sha256 }] of written.entries()) {
      const { promised } = placed[i]!;
      if (path !== promised.path || version !== promised.version || sha256 !== promised.sha256)
        throw new Error(`${path} was written by another process too: version ${version} in the place of ${promised.version}`);
    }
  }

  const onceInPlace =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await place();
      folders.clear();
      return method(...args);
    };

  return {
    place,
    async write(text, stream, kind) {
      const path = logicalPath(text);
      const content = Buffer.concat(await stream.toArray());
      const infos = await filesOf(path);
      const promised = {
        path,
        bytes: content.length,
        modified: new Date().toISOString(),
        version: (infos.get(path)?.version ?? 0) + 1,
        sha256: createHash('sha256').update(content).digest('hex'),
      };
      infos.set(path, promised);
      pendingFiles.push({ path, content, kind, promised });
      return promised;
    },
    async info(text) {
      const path = logicalPath(text);
      return (await filesOf(path)).get(path) ?? null;
    },
    writeAll: onceInPlace(files.writeAll),
    read: onceInPlace(files.read),
    list: onceInPlace(files.list),
    holdsFiles: onceInPlace(files.holdsFiles),
    delete: onceInPlace(files.delete),
    holding: onceInPlace(files.holding),
    erase: onceInPlace(files.erase),
    contents: onceInPlace(files.contents),
    eraseFolders: onceInPlace(files.eraseFolders),
    deleted: onceInPlace(files.deleted),
    rename: onceInPlace(files.rename),
  };
}
