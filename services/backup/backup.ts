import { mkdir, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import { masterKey, type MasterKey } from './archive/cipher.ts';
import type { Part } from './archive/format.ts';
import { writeArchive, type ArchiveWriter } from './archive/write-archive.ts';
import { beside, folderKey, inside, sweepDrafts } from './contents.ts';
import { linesOf } from './lines.ts';
import { PART, type FileEntry, type LoggedEvent, type Manifest } from './manifest.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';
import { KEPT } from './tables.ts';
import { documentsKnown, type DocumentsKnown } from './known-documents.ts';
import { backupName } from './retention.ts';
import { writeSealBeside } from './seal-file.ts';
import { walkTrees, treesOf, type Keep, type Walk } from './trees.ts';
import { afterTheOther, BackupUnderWay } from './backup-in-progress.ts';

/** Parts of a portal that a backup saves. */
export interface Source {
  store: EventStore;
  /** Connection pool of the write side's database. */
  pool: pg.Pool;
  folders: Record<FileEntry['tree'], string>;
  /** Opens the personal values of an event, to find the files that it names; the backup holds the event as recorded. */
  open?(events: readonly LoggedEvent[]): Promise<readonly LoggedEvent[]>;
}

export interface BackupOrder {
  /** Path of the file to write, or of an existing folder that holds several backups. */
  target: string;
  passphrase: string | null;
  /** Milliseconds to wait for another backup in progress. */
  patience?: number | undefined;
  progress?(said: string): void;
  /** Tells whether a snapshot may be saved. If not, a later snapshot is tried. */
  suits?(snapshot: Snapshot): Promise<boolean>;
  /** Called with the saved snapshot when the backup is complete, while the backup lock is still held. */
  afterwards?(snapshot: Snapshot, done: BackupDone): Promise<void>;
}

export interface BackupDone {
  file: string;
  bytes: number;
  manifest: Manifest;
}

/** Error for an archive that holds none of the recorded documents. The network share is probably not mounted, so nothing is saved. */
export class ArchiveEmpty extends Error {
  constructor(folder: string) {
    super(`${folder} has none of the documents that were recorded: is the share mounted? Nothing was saved.`);
    this.name = 'ArchiveEmpty';
  }
}

/** Key of the advisory lock, beside those of projections/engine/locks.ts. */
const LOCK = 5_317_010;

/**
 * Backs up a running portal. Copies the files first, then takes a snapshot of the write side, and copies the files that changed
 * meanwhile. Throws `BackupUnderWay` if another backup does not end within `patience` ms.
 */
export async function backup(
  source: Source,
  { target, passphrase, patience = 0, progress = () => {}, suits = async () => true, afterwards }: BackupOrder,
): Promise<BackupDone> {
  const session = await source.pool.connect();
  try {
    await afterTheOther(async () => {
      const { rows } = await session.query<{ alone: boolean }>(`select pg_try_advisory_lock(${LOCK}) as alone`);
      if (!rows[0]?.alone) throw new BackupUnderWay();
    }, patience);
    const { file, folder, master, createdAt } = await placeOf(target, passphrase);
    let snapshot: Snapshot | undefined;
    const manifest = await writeArchive({ file, createdAt, master }, async (archive) => {
      const keep = folder === null ? inside(archive) : beside(folder, createdAt, master);
      const moment = await filesAndMoment({ source, session, keep, progress, suits });
      snapshot = moment.snapshot;
      return write({ source, archive, contents: folder === null ? 'inside' : 'beside', progress, ...moment });
    });
    const done = { file, manifest, bytes: (await stat(file)).size };
    if (snapshot) {
      await writeSealBeside(file, snapshot);
      await afterwards?.(snapshot, done);
    }
    return done;
  } finally {
    // unlock explicitly, since the server may notice the end of the session only later
    await session.query('rollback').catch(() => undefined);
    await session.query(`select pg_advisory_unlock(${LOCK})`).catch(() => undefined);
    session.release(true);
  }
}

interface Place {
  file: string;
  folder: string | null;
  createdAt: string;
  master: MasterKey | null;
}

async function placeOf(target: string, passphrase: string | null): Promise<Place> {
  const createdAt = new Date().toISOString();
  const path = resolve(target);
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  if (!isFolder) {
    await mkdir(dirname(path), { recursive: true });
    return { file: path, folder: null, createdAt, master: passphrase === null ? null : await masterKey(passphrase) };
  }
  await sweepDrafts(path);
  return { file: join(path, backupName(createdAt)), folder: path, createdAt, master: await folderKey(path, passphrase) };
}

/** Snapshot of the write side, with the list of files at that moment. */
interface Moment {
  snapshot: Snapshot;
  walk: Walk;
  quiet: boolean;
}

interface Writing extends Moment {
  source: Source;
  archive: ArchiveWriter;
  contents: Manifest['contents'];
  progress(said: string): void;
}

async function write({ source, archive, contents, progress, snapshot, walk, quiet }: Writing): Promise<Manifest> {
  const parts: Part[] = [];
  const rows: Record<string, number> = {};
  // the list of files comes first, so that `prune` finds the contents a backup refers to without reading all of it
  parts.push(await archive.part({ name: PART.files, gzip: true }, linesOf(walk.entries.map((entry) => JSON.stringify(entry)))));
  progress('log');
  let events = 0;
  const documents = documentsKnown();
  async function* log() {
    for await (const event of snapshot.log()) {
      events += 1;
      for (const one of (await source.open?.([event])) ?? [event]) documents.see(one);
      yield JSON.stringify(event);
    }
  }
  parts.push(await archive.part({ name: PART.log, gzip: true }, linesOf(log())));
  const missing = missingOf(documents, walk, source);
  progress('tables');
  for (const table of KEPT) {
    // a database of an older version may lack the table
    if (!(await snapshot.hasTable(`public.${table}`))) continue;
    async function* countRows() {
      for await (const row of snapshot.rows(`select * from public.${table}`)) {
        rows[table] = (rows[table] ?? 0) + 1;
        yield row;
      }
    }
    rows[table] = 0;
    parts.push(await archive.part({ name: PART.table(table), gzip: true }, linesOf(countRows())));
  }
  return {
    migration: snapshot.migration,
    moment: { position: snapshot.position, at: snapshot.at.toISOString(), events, log: source.store.name },
    quiet,
    resultsFolder: source.folders.risultati,
    contents,
    files: {
      count: walk.entries.length,
      bytes: walk.entries.reduce((sum, { bytes }) => sum + bytes, 0),
      skippedLinks: walk.skippedLinks,
      missing: missing.length,
      examples: missing.slice(0, EXAMPLES),
    },
    rows,
    parts,
  };
}

const EXAMPLES = 5;

/** Returns the paths of recorded documents without a file. Throws `ArchiveEmpty` if every recorded document is missing. */
function missingOf(known: DocumentsKnown, { entries }: Walk, { folders }: Source): string[] {
  const missing = known.missing(entries);
  if (known.count > 0 && missing.length === known.count) throw new ArchiveEmpty(folders.archivio);
  return missing;
}

/** Number of attempts to find a moment without uploads in progress; an upload takes about a second. */
const TIMES = 20;
const PAUSE_MS = 100;

interface Listing {
  source: Source;
  session: pg.PoolClient;
  keep: Keep;
  progress(said: string): void;
  suits(snapshot: Snapshot): Promise<boolean>;
}

/**
 * Takes a snapshot and lists the files. Tries again if a document was recorded between the two, or if `suits` refuses. The last of
 * `TIMES` attempts counts in any case.
 */
async function filesAndMoment({ source, session, keep, progress, suits }: Listing): Promise<Moment> {
  const trees = treesOf(source.folders);
  const digestCache = new Map();
  progress('files');
  await walkTrees(trees, keep, digestCache);
  for (let time = 1; ; time += 1) {
    const snapshot = await takeSnapshot(session, source.store);
    const walk = await walkTrees(trees, keep, digestCache);
    const quiet = !(await documentsSince(source.store, snapshot.position));
    if ((quiet && (await suits(snapshot))) || time === TIMES) return { snapshot, walk, quiet };
    await snapshot.close();
    await pause(PAUSE_MS);
  }
}

const LOOKED_AT: string = DOCUMENT_EVENTS.aperto;
const TOUCHED = new Set<string>(Object.values(DOCUMENT_EVENTS).filter((type) => type !== LOOKED_AT));

async function documentsSince(store: EventStore, after: string | null): Promise<boolean> {
  for await (const events of readUntil(store, after, await store.head())) if (events.some(({ type }) => TOUCHED.has(type))) return true;
  return false;
}
