import { createReadStream, fstat, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FileInfo, FileContent } from '#contracts/ports/file-store.ts';
import { extension } from './logical-path.ts';

const TYPES: Record<string, FileContent['contentType']> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.zip': 'application/zip',
};

/** Returns the content type for the extension of a path; `application/octet-stream` for an unknown one. */
export function contentType(path: string): FileContent['contentType'] {
  return TYPES[extension(path)] ?? 'application/octet-stream';
}

/** Returns the stats of a regular file; `null` for a missing file, a folder or anything else. */
export async function fileState(disk: string): Promise<Stats | null> {
  const state = await stat(disk).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return state?.isFile() ? state : null;
}

export function asInfo(path: string, state: Stats, version: number): FileInfo {
  return { path, bytes: state.size, modified: state.mtime.toISOString(), version };
}

export function asFileContent(info: FileInfo, disk: string, state: Stats): FileContent {
  return { ...info, contentType: contentType(info.path), open: (range) => open(disk, state, range) };
}

/** Bytes of one read. Large files are read in few chunks, since each chunk costs a turn of the event loop. */
const PIECE = 256 * 1024;

/** Streams a file. Fails if the path names another content than when `expected` was read, so that no response mixes two contents. */
function open(disk: string, expected: Stats, range?: { start: number; end: number }): Readable {
  const stream = createReadStream(disk, { highWaterMark: PIECE, ...(range ? { start: range.start, end: range.end } : {}) });
  stream.once('open', (fd) =>
    fstat(fd, (error, found) => {
      if (!error && (found.ino !== expected.ino || found.size !== expected.size)) {
        stream.destroy(new Error('the file was replaced while it was being read'));
      }
    }),
  );
  return stream;
}
