import { createReadStream } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { fingerprint } from '#services/platform/files/fingerprint.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, Ownership } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { requireWrite } from '#services/registers/file-owner.ts';
import { uploadFile } from '#services/registers/upload-document.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'files' | 'store' | 'clock' | 'owners'>;

export interface Beside {
  /** Number of files stored as documents of records. */
  placed: number;
  /** Files that were not stored, by their path in the folder, with the reason. */
  skipped: { file: string; reason: string }[];
}

interface Place {
  path: string;
  ownership: Ownership;
}

const STRANGER = 'no record and document has this name';

/**
 * Uploads the files of a folder as documents of the records that their names contain: `KEY/KEY_SUFFIX.pdf` as in the archive, or
 * `KEY_SUFFIX.pdf`. Repeating the import is safe, since equal files have equal command ids.
 */
export async function importDocuments(
  deps: Deps,
  folder: string,
  identity: Identity,
  progress: (done: number, of: number) => void = () => {},
): Promise<Beside> {
  const outcome: Beside = { placed: 0, skipped: [] };
  const files = await filesIn(folder);
  for (const [done, file] of files.entries()) {
    try {
      const place = await placeOf(deps, file);
      if (place) {
        await put(deps, join(folder, file), place, identity);
        outcome.placed += 1;
      } else outcome.skipped.push({ file, reason: STRANGER });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.skipped.push({ file, reason: error.message });
    }
    progress(done + 1, files.length);
  }
  return outcome;
}

async function filesIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  // links are not followed, since their targets lie outside the folder
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile()) paths.push(relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  return paths.toSorted();
}

/** Returns the archive path for a file; `null` if its name belongs to no document field of an existing record. */
async function placeOf(deps: Deps, file: string): Promise<Place | null> {
  for (const path of candidates(file)) {
    const ownership = await deps.owners.ownership(path);
    if (ownership?.records.some(({ field }) => field !== null)) return { path, ownership };
  }
  return null;
}

/**
 * Returns the archive paths to try for a file. The file's own folder comes first, then each prefix of its name that may be a key, longest
 * first.
 */
function candidates(file: string): string[] {
  const parts = file.split('/');
  const name = parts.at(-1)!;
  const keys = [...name.matchAll(/_/g)].map(({ index }) => name.slice(0, index)).toReversed();
  const folders = [...(parts.length > 1 ? [parts.at(-2)!] : []), ...keys].filter((folder) => folder !== '');
  return [...new Set(folders.map((folder) => `${folder}/${name}`))].flatMap((path) => {
    try {
      return [logicalPath(path)];
    } catch (error) {
      if (error instanceof DomainError) return [];
      throw error;
    }
  });
}

async function put(deps: Deps, file: string, { path, ownership }: Place, identity: Identity): Promise<void> {
  requireWrite(identity, ownership, 'edit');
  const digest = await fingerprint(createReadStream(file));
  const sender = {
    identity,
    commandId: derivedCommandId('importazione', `documenti/${path}/${digest}`),
    correlationId: derivedCommandId('importazione', `documenti/${digest}`),
    origine: 'importazione' as const,
  };
  await uploadFile(deps, { path, ownership, content: () => createReadStream(file), sender });
}
