import { createHash } from 'node:crypto';
import type { Dir } from 'node:fs';
import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { CheckedBackup } from './check-backup.ts';
import { KEPT } from './tables.ts';

/** Target of a restore. */
export interface Target {
  store: EventStore;
  /** Database of the write side; its tables may not exist yet. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables are asked by their names in a list
  db: Kysely<any>;
  folders: { archivio: string; risultati: string; segreti: string };
  /** Folder with the note that a restore is under way. */
  dataDir: string;
}

/** Error for a restore target that is not empty. */
export class NotEmpty extends Error {
  constructor(what: string) {
    super(
      `${what}\nA restore goes into an empty folder and an empty database, never over a portal: choose another DATI_DIR. Nothing was touched.`,
    );
    this.name = 'NotEmpty';
  }
}

const NOTE = 'ripristino-in-corso.json';
/** Table with the id of the restore that loaded the tables. */
export const LOADED = 'ripristino_caricato';

export type LoadedTable = Record<`public.${typeof LOADED}`, { id: string }>;

interface Note {
  id: string;
  /** Set while the target was found empty and nothing has been restored into it yet. */
  taken?: true;
}

/** Returns the id of a restore: a hash of the backup and the moment, so that a restore begun again has the same id. */
export const restoreId = ({ manifest, header }: CheckedBackup, until: number | null): string =>
  createHash('sha256')
    .update(JSON.stringify([header.made, manifest, until]))
    .digest('hex');

export interface Ready {
  /** The restore continues one that was interrupted. */
  again: boolean;
  /** The log and the tables were loaded already, in one transaction. */
  loaded: boolean;
}

/** Target before its database is created. `db` and `store` are set only if they are external servers. */
export type Place = Pick<Target, 'dataDir' | 'folders'> & Partial<Pick<Target, 'db' | 'store'>>;

/**
 * Takes an empty place for a restore, before a database is made there: notes the restore in `dataDir`, which is
 * missing or empty. Throws `NotEmpty`, and leaves the place as it is, unless this very restore was begun there.
 */
export async function takePlace(place: Place, id: string): Promise<void> {
  if ((await begunAs(place, id)) !== null) return;
  if (await holdsEntry(place.dataDir)) throw new NotEmpty(`${place.dataDir} is not empty.`);
  const filled = place.db ? await filledTable({ db: place.db }) : null;
  if (filled !== null) throw new NotEmpty(`The database is not empty: ${filled} has rows.`);
  await refuseFilled(place);
  await mkdir(place.dataDir, { recursive: true, mode: 0o755 });
  await note(place, { id, taken: true });
}

/** Checks that the target is empty, or holds only what an interrupted run of this restore left. Throws `NotEmpty`. */
export async function readyTarget(target: Target, id: string): Promise<Ready> {
  const begun = await begunAs(target, id);
  const again = begun !== null && begun.taken !== true;
  const filled = await filledTable(target);
  if (filled !== null) {
    if (again && (await loadedAs(target)) === id) return { again, loaded: true };
    throw new NotEmpty(`The database is not empty: ${filled} has rows.`);
  }
  if (!again) await refuseFilled(target);
  return { again, loaded: false };
}

export const noteBegun = (target: Pick<Target, 'dataDir'>, id: string): Promise<void> => note(target, { id });

async function note({ dataDir }: Pick<Target, 'dataDir'>, written: Note): Promise<void> {
  const draft = join(dataDir, `.${NOTE}`);
  await writeFile(draft, JSON.stringify(written));
  await rename(draft, join(dataDir, NOTE));
}

/** Returns the note of the restore `id`; `null` where none was begun. Throws where another one was. */
async function begunAs({ dataDir }: Pick<Target, 'dataDir'>, id: string): Promise<Note | null> {
  const begun = await readNote({ dataDir });
  if (begun !== null && begun.id !== id)
    throw new NotEmpty(`${dataDir} holds a restore of another backup, or up to another moment, that did not end.`);
  return begun;
}

async function refuseFilled({ store, folders }: Place): Promise<void> {
  if (store && store.name !== 'postgres' && (await store.head()) !== null) throw new NotEmpty('The event log is not empty.');
  for (const folder of [folders.archivio, folders.risultati]) {
    if (await holdsFile(folder)) throw new NotEmpty(`${folder} is not empty.`);
  }
}

export const noteEnded = async ({ dataDir, db }: Target): Promise<void> => {
  await db.schema.withSchema('public').dropTable(LOADED).ifExists().execute();
  await rm(join(dataDir, NOTE), { force: true });
};

/** Throws if a restore into this folder was interrupted: a portal started there would be an empty one over the files of another. */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await readNote({ dataDir })) === null) return;
  throw new Error(`A restore into ${dataDir} did not end: make restore, with the same FILE and the same FINO, begins it again.`);
}

async function readNote({ dataDir }: Pick<Target, 'dataDir'>): Promise<Note | null> {
  const text = await readFile(join(dataDir, NOTE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Note);
}

/** Returns the id of the restore that loaded the tables, which the load writes in the same transaction; `null` if none did. */
async function loadedAs({ db }: Target): Promise<string | null> {
  if (!(await tableExists(db, LOADED))) return null;
  const loaded = await db.withTables<LoadedTable>().selectFrom(`public.${LOADED}`).select('id').executeTakeFirst();
  return loaded?.id ?? null;
}

async function filledTable({ db }: Pick<Target, 'db'>): Promise<string | null> {
  for (const table of ['eventi', ...KEPT]) {
    if (!(await tableExists(db, table))) continue;
    const row = await db
      .selectFrom(`public.${table}`)
      .select(({ lit }) => lit(1).as('one'))
      .limit(1)
      .executeTakeFirst();
    if (row) return table;
  }
  return null;
}

export async function tableExists(db: Target['db'], table: string): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(({ fn, val }) => fn<string | null>('to_regclass', [val(`public.${table}`)]).as('found'))
    .executeTakeFirstOrThrow();
  return found !== null;
}

/** Tells whether a folder holds any file. Subfolders alone and the uploads in `.temp` do not count. */
async function holdsFile(folder: string, { isTop }: { isTop: boolean } = { isTop: true }): Promise<boolean> {
  const entries = await openFolder(folder);
  if (!entries) return false;
  for await (const entry of entries) {
    if (isTop && entry.name === '.temp') continue;
    if (!entry.isDirectory() || (await holdsFile(join(folder, entry.name), { isTop: false }))) return true;
  }
  return false;
}

/** Tells whether a folder holds any entry besides `lost+found`, which a file system creates. */
async function holdsEntry(folder: string): Promise<boolean> {
  for await (const { name } of (await openFolder(folder)) ?? []) if (name !== 'lost+found') return true;
  return false;
}

const openFolder = (folder: string): Promise<Dir | null> =>
  opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
