import type { Transaction } from 'kysely';
import { migrate } from '#services/platform/postgres/migrations/index.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { readArchive } from './archive/read-archive.ts';
import type { CheckedBackup } from './check-backup.ts';
import { filesLoader } from './load-files.ts';
import { loadLog, type LoadedLog } from './load-log.ts';
import { loadTable, type TableLoading } from './load-tables.ts';
import { manifestSchema, PART } from './manifest.ts';
import { KEPT, type KeptTable } from './tables.ts';
import { LOADED, noteBegun, noteEnded, readyTarget, restoreId, tableExists, type LoadedTable, type Target } from './target.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import { copiesOf } from '#contracts/core/erased-versions.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import { diskArchive } from '#services/platform/files/disk-archive.ts';

/** Deletes the files that the restored log records as erased; the backup may still have held their bytes. */
async function eraseAgain({ store, folders }: { store: ReadableLog; folders: Target['folders'] }): Promise<void> {
  const files = diskArchive({ folder: folders.archivio, maxBytes: 0 });
  for await (const events of readUntil(store, null, await store.head())) {
    for (const { type, data } of events) {
      if (type !== DOCUMENT_EVENTS.oscurato) continue;
      for (const { percorso, file_versione } of copiesOf(data)) await files.erase(percorso, file_versione);
    }
  }
}

export interface RestoreOrder {
  /** Moment up to which the log is restored, in milliseconds since 1970; `null` restores all of it. */
  until: number | null;
  progress?(said: string): void;
  /** Returns the restored log with its personal values opened by the restored keys; without it the log is read as it is. */
  openLog?(): ReadableLog | Promise<ReadableLog>;
  /** Rebuilds the read tables from the log and checks them. If this fails, the restore stays unfinished and can be run again. */
  readTables(): Promise<void>;
}

export interface RestoreDone {
  /** Number of restored events and the last of them; `null` if an earlier, interrupted run restored the log. */
  log: Pick<LoadedLog, 'events' | 'last'> | null;
  rows: Record<string, number>;
  files: number;
}

/** Error for a moment after the end of the backup, or before its first event. */
export class MomentRefused extends Error {}

/** Restores a checked backup. After an interruption, the same call continues the restore. */
export async function restore(
  checked: CheckedBackup,
  target: Target,
  { until, progress = () => {}, openLog = () => target.store, readTables }: RestoreOrder,
): Promise<RestoreDone> {
  refuseMoment(checked, until);
  const id = restoreId(checked, until);
  const { again, loaded } = await readyTarget(target, id);
  if (again) progress('a restore of this backup did not end: it is begun again');
  await noteBegun(target, id);
  const done = loaded ? { log: null, rows: {}, files: checked.entries.length } : await load(checked, target, { id, until, progress });
  await migrate(target.db);
  await eraseAgain({ store: await openLog(), folders: target.folders });
  progress('read tables');
  await readTables();
  await noteEnded(target);
  return done;
}

/** Throws `MomentRefused` where the backup does not hold the log as of `until`. */
export function refuseMoment({ manifest: { moment }, began }: CheckedBackup, until: number | null): void {
  if (until === null) return;
  if (until > Date.parse(moment.at))
    throw new MomentRefused(`The backup ends at ${moment.at}, before the moment that FINO asks for. Nothing was touched.`);
  if (began === null || until < Date.parse(began))
    throw new MomentRefused('Nothing had been recorded yet at the moment that FINO asks for. Nothing was touched.');
}

/** Begins a new epoch of the checkpoints, since the log may end before the last one: the next checkpoint names the one it goes back to. */
async function beginEpoch(tx: Transaction<unknown>): Promise<void> {
  if (!(await tableExists(tx, 'sigilli_origine'))) return;
  await tx
    .withTables<Pick<WriteDatabase, 'sigilli_origine'>>()
    .withSchema('public')
    .updateTable('sigilli_origine')
    .set(({ eb }) => ({ epoca: eb('epoca', '+', 1) }))
    .execute();
}

interface Loading extends Required<Pick<RestoreOrder, 'until' | 'progress'>> {
  id: string;
}

async function load(checked: CheckedBackup, target: Target, loading: Loading): Promise<RestoreDone> {
  await migrate(target.db, checked.manifest.migration);
  return target.db.transaction().execute(async (tx) => {
    const done = await loadParts(checked, target, tx, loading);
    if (loading.until !== null) await beginEpoch(tx);
    await tx.schema
      .withSchema('public')
      .createTable(LOADED)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .execute();
    await tx.withTables<LoadedTable>().insertInto(`public.${LOADED}`).values({ id: loading.id }).execute();
    return done;
  });
}

async function loadParts(
  checked: CheckedBackup,
  { store, folders }: Target,
  tx: Transaction<unknown>,
  { until, progress }: Loading,
): Promise<RestoreDone> {
  const { manifest } = checked;
  const files = filesLoader(checked, folders);
  const rows: Record<string, number> = {};
  let log: LoadedLog | undefined;
  const results: TableLoading['results'] = { before: manifest.resultsFolder, now: folders.risultati };
  const archive = await readArchive(checked.file, checked.keys, manifestSchema);
  progress('files');
  for await (const { name, ...part } of archive.parts) {
    const table = KEPT.find((kept) => PART.table(kept) === name);
    if (name === PART.content) await files.content({ name, ...part });
    else if (name === PART.log) {
      progress('log');
      log = await loadLog(part.content, { tx, store }, { until, marks: checked.reactors });
    } else if (table) rows[table] = await tableOf(tx, table, part.content, { log, until, results });
    else for await (const chunk of part.content) void chunk;
  }
  await files.rest();
  if (!log) throw new Error('the backup has no log');
  return { log: { events: log.events, last: log.last }, rows, files: checked.entries.length };
}

function tableOf(
  tx: Transaction<unknown>,
  table: KeptTable,
  content: AsyncIterable<Buffer>,
  { log, until, results }: Omit<TableLoading, 'log'> & { log: LoadedLog | undefined },
): Promise<number> {
  if (!log) throw new Error('the log comes before the tables');
  return loadTable(tx, table, content, { log, until, results });
}
