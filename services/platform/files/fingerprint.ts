import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileStore } from '#contracts/ports/file-store.ts';

/** Returns the SHA-256 of a content in hexadecimal. */
export async function fingerprint(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** A content of the archive: a version of a path, or the current content if `version` is missing. */
export interface ContentPlace {
  path: string;
  version?: number;
}

/** Compares two contents by their SHA-256. Returns false if one of them does not exist. */
export async function sameContent(files: Pick<FileStore, 'read'>, one: ContentPlace, other: ContentPlace): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([one, other].map(async ({ path, version }) => fingerprint((await files.read(path, version)).open())));
    return a === b;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'FILE_ASSENTE') return false;
    throw error;
  }
}
