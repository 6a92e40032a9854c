import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { migrationNames } from '#services/platform/postgres/migrations/index.ts';
import type { MasterKey } from './archive/cipher.ts';
import { ALTERED, BackupRefused, type Header, type Part } from './archive/format.ts';
import { keysOf, readArchive, type Keys, type ReadPart } from './archive/read-archive.ts';
import { objectPath } from './contents.ts';
import { textsOf } from './lines.ts';
import { madeAt } from './retention.ts';
import { isTaken } from './trees.ts';
import { fileEntry, loggedEvent, manifestSchema, momentOf, PART, type FileEntry, type Manifest } from './manifest.ts';

/** Backup that was read completely and found undamaged. */
export interface CheckedBackup {
  file: string;
  header: Header;
  manifest: Manifest;
  entries: FileEntry[];
  /** Positions that the reactors had reached, in the backup's own log. */
  reactors: string[];
  /** Time of the first event; `null` for an empty log. */
  began: string | null;
  keys: Keys;
  master: MasterKey | null;
}

/** Checks a backup by reading all of it, with the contents stored beside it. Throws `BackupRefused`, and changes nothing. */
export async function checkBackup(target: string, passphrase: string | null): Promise<CheckedBackup> {
  const file = await fileOf(target);
  const keys = keysOf(passphrase);
  const archive = await readArchive(file, keys, manifestSchema);
  const entries: FileEntry[] = [];
  const reactors: string[] = [];
  const contents = new Set<string>();
  const parts: Part[] = [];
  let began: string | null = null;
  const lines = new Map<string, number>();
  for await (const part of archive.parts) {
    if (part.name === PART.content) {
      await drain(part.content);
      contents.add(part.end().sha256);
      continue;
    }
    let count = 0;
    for await (const line of textsOf(part.content)) {
      count += 1;
      if (part.name === PART.log && count === 1) began = momentOf(parseLine(loggedEvent, line));
      if (part.name === PART.files) entries.push(parseLine(fileEntry, line));
      if (part.name === PART.table('reattori')) reactors.push(...positionsOf(line));
    }
    lines.set(part.name, count);
    parts.push(part.end());
  }
  const manifest = archive.manifest();
  if (!migrationNames.includes(manifest.migration)) {
    throw new BackupRefused(`The backup was made by a newer version of the portal (${manifest.migration}). Nothing was touched.`);
  }
  if (!asManifest(manifest, parts, lines)) throw new BackupRefused(ALTERED);
  refuseClashes(entries);
  const master = await keys(archive.header);
  const checked = { file, header: archive.header, manifest, entries, reactors, began, keys, master };
  if (manifest.contents === 'beside') await checkObjects(checked);
  else if (entries.some(({ link, sha256 }) => link === undefined && !contents.has(sha256))) throw new BackupRefused(ALTERED);
  return checked;
}

/**
 * Refuses a backup whose list of files cannot be restored, since one path is a file and a folder at once. No portal writes such a list, and
 * its restore would stop halfway.
 */
function refuseClashes(entries: readonly FileEntry[]): void {
  const refuse = ({ tree, path, link }: FileEntry): never => {
    const told = `${tree}/${path.slice(0, 200)}`;
    throw new BackupRefused(
      `The backup lists ${link === undefined ? 'a file' : 'a link'} that cannot be restored where it says: ${told}. No portal made it so. Nothing was touched.`,
    );
  };
  const listed = new Map(entries.map((entry) => [`${entry.tree}/${entry.path}`, entry]));
  if (listed.size < entries.length) {
    const seen = new Set<FileEntry>(listed.values());
    // of two entries with one path, the first, which the second would replace
    refuse(entries.find((entry) => !seen.has(entry))!);
  }
  for (const entry of entries) {
    if (!isTaken(entry) || entry.path.split('/').some((name) => Buffer.byteLength(name) > NAME_BYTES)) refuse(entry);
    const folders = `${entry.tree}/${entry.path}`.split('/').slice(0, -1);
    for (let depth = 2; depth <= folders.length; depth += 1) {
      // the list has a file or link at the path of a parent folder
      const above = listed.get(folders.slice(0, depth).join('/'));
      if (above) refuse(above);
    }
  }
}

/** Maximum length of a file name in bytes, as file systems have it. */
const NAME_BYTES = 255;

const backupsIn = async (folder: string): Promise<string[]> => (await readdir(folder)).filter((name) => madeAt(name) !== null).toSorted();

export const holdsBackup = async (folder: string): Promise<boolean> => (await backupsIn(folder)).length > 0;

/** Returns the backup file of a path; for a folder, its newest backup. */
async function fileOf(target: string): Promise<string> {
  const path = resolve(target);
  const found = await stat(path).catch(() => null);
  if (!found) throw new BackupRefused(`There is no backup at ${path}. Nothing was touched.`);
  if (!found.isDirectory()) return path;
  const newest = (await backupsIn(path)).at(-1);
  if (newest === undefined) throw new BackupRefused(`There is no backup in ${path}. Nothing was touched.`);
  return join(path, newest);
}

function asManifest({ parts, moment, rows }: Manifest, found: readonly Part[], lines: ReadonlyMap<string, number>): boolean {
  if (JSON.stringify(parts.map(sum)) !== JSON.stringify(found.map(sum))) return false;
  return lines.get(PART.log) === moment.events && Object.entries(rows).every(([table, count]) => lines.get(PART.table(table)) === count);
}

const sum = ({ name, sha256, bytes }: Part) => [name, sha256, bytes];

function parseLine<T>(schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new BackupRefused(ALTERED, { cause: error });
  }
}

const reactor = z.object({ posizione: z.string().nullable() });

function positionsOf(line: string): string[] {
  const { posizione } = parseLine(reactor, line);
  return posizione === null ? [] : [posizione];
}

async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) void chunk;
}

async function checkObjects({ file, entries, keys, master }: CheckedBackup): Promise<void> {
  const seen = new Set<string>();
  for (const { sha256, link, path } of entries) {
    if (link !== undefined || seen.has(sha256)) continue;
    seen.add(sha256);
    const object = objectPath(dirname(file), sha256, master);
    await readObject(object, keys, sha256, ({ content }) => drain(content)).catch((error: unknown) => {
      if (!(error instanceof BackupRefused) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new BackupRefused(`A file of the backup is missing or damaged: ${path} (${basename(object)}). Nothing was touched.`, {
        cause: error,
      });
    });
  }
}

/** A content that lies beside the backups of its folder. */
export async function readObject(object: string, keys: Keys, sha256: string, take: (part: ReadPart) => Promise<void>): Promise<void> {
  const archive = await readArchive(object, keys, z.unknown());
  for await (const part of archive.parts) {
    await take(part);
    if (part.end().sha256 !== sha256) throw new BackupRefused(ALTERED);
  }
}
