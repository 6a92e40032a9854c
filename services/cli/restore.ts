import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from '#contracts/ports/clock.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import type { VerifyOutcome } from '#projections/engine/verify.ts';
import { portalCatalogue } from '../catalogue.ts';
import { forgetAgain } from '../modules/personale/forget/forget-again.ts';
import { diskArchive } from '../platform/files/disk-archive.ts';
import { readForgottenIn, type ForgottenEntry } from '../platform/forget/forgotten-list.ts';
import type { WriteDatabase } from '../platform/postgres/write-tables.ts';
import type { SealedStore } from '../platform/sealing/sealed-store.ts';
import { archiveFolder } from '../platform/start/environment.ts';
import { checkBackup } from '../backup/check-backup.ts';
import { refuseMoment, restore } from '../backup/restore.ts';
import { restoreId, takePlace, type Place } from '../backup/target.ts';
import { jobWithdrawal, openedStore, openStore } from '../dependencies.ts';
import { localSecret } from '../platform/postgres/secrets.ts';
import { prepareDatabase } from '../platform/postgres/prepare-database.ts';
import { fileArgument, momentArgument, passphraseArgument } from './backup-arguments.ts';
import { foldersOf } from './backup-folders.ts';
import { runMaintenance } from './maintenance.ts';
import { LOG_IN_POSTGRES, readConfig, type CompleteConfig, type Config } from '../platform/start/config.ts';
import { createLog } from '../platform/start/logger.ts';
import { createShutdown } from '../platform/start/shutdown.ts';
import { makeReadTables } from './restored-tables.ts';
import { romeMoment, sizeText } from './format.ts';

// `make restore FILE=…` restores a backup into an empty DATI_DIR or database, up to the moment FINO if it is given
async function main(): Promise<void> {
  const started = performance.now();
  const progress = (said: string): void => console.log(`  … ${said}`);
  const until = momentArgument(process.env);
  progress('the backup is read from beginning to end');
  const checked = await checkBackup(fileArgument(process.env, 'restore'), passphraseArgument(process.env));
  refuseMoment(checked, until);
  const own = readConfig();
  await checkBackupFolder(own);
  // a list beside a file that was kept elsewhere is older than that of the portal's own backups
  const forgotten = await readForgottenIn([dirname(checked.file), ...(own.BACKUP_DIR === undefined ? [] : [own.BACKUP_DIR])]);
  await take(own, restoreId(checked, until));
  await runMaintenance(
    'restore',
    async ({ config, log, shutdown }) => {
      // only the owner of the log can insert events recorded elsewhere
      const { DATABASE_URL_PROPRIETARIO: ownerUrl, DATABASE_URL: url } = config;
      const asOwner = { ...config, DATABASE_URL: ownerUrl ?? url };
      const { db } = openDatabase<Record<string, never>>({ url: asOwner.DATABASE_URL, max: 4, schema: 'public' });
      shutdown.add('writes', () => db.destroy());
      const store = openStore(asOwner, shutdown);
      const target = { db, store, folders: foldersOf(config), dataDir: resolve(config.DATI_DIR) };
      let verified: VerifyOutcome | undefined;
      let sealedStore: SealedStore | undefined;
      // the keys of people are restored under the SEGRETO of the backup, which the restored data folder may contain as a file
      const openLog = async () =>
        (sealedStore ??= openedStore(
          store,
          { ...asOwner, SEGRETO: readConfig().SEGRETO ?? (await localSecret(target.dataDir, 'firma')) },
          { log, shutdown },
        ));
      const done = await restore(checked, target, {
        until,
        progress,
        openLog,
        async readTables() {
          const tables = { store: await openLog(), url: asOwner.DATABASE_URL, log };
          verified = await makeReadTables(tables);
          if (forgotten.length === 0) return;
          progress('people who were forgotten since');
          const again = await forgetInRestored({ config: asOwner, store: await openLog(), log }, forgotten);
          if (again.ofOtherPortals > 0) progress(`${again.ofOtherPortals} in the list are people of another portal: passed over`);
          if (again.forgotten > 0) verified = await makeReadTables(tables);
        },
      });
      if (ownerUrl !== undefined) await prepareDatabase(ownerUrl, url);
      const { moment, files } = checked.manifest;
      const last = done.log?.last;
      console.log(`
Restored in ${((performance.now() - started) / 1000).toFixed(1)} s into ${target.dataDir}
  backup       ${checked.file}, of ${romeMoment(moment.at)}
  restored to  ${until === null ? romeMoment(moment.at) : `${romeMoment(new Date(until).toISOString())} (FINO)`}${last ? `; last event ${romeMoment(last.at)}` : ''}
  events       ${done.log ? `${done.log.events} of ${moment.events}` : 'those that were restored before the interruption'}
  files        ${done.files} (${sizeText(files.bytes)})${until === null ? '' : ', with all their versions, those after FINO too'}
  tables       ${Object.entries(done.rows)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')}
  read tables  ${verified?.tables.length ?? 0} made again and equal to a replay of the log
Everybody signs in again${until === null ? '' : '; passwords are those of the backup, not of FINO'}.`);
      return 0;
    },
    { crea: true },
  );
}

/** Forgets again in the restored portal the people in the list beside the backup, since they were forgotten after it. */
async function forgetInRestored(
  { config, store, log }: { config: CompleteConfig; store: SealedStore; log: Logger },
  forgotten: readonly ForgottenEntry[],
): ReturnType<typeof forgetAgain> {
  const { db: writeDb } = openDatabase<WriteDatabase>({ url: config.DATABASE_URL, max: 2, schema: 'public' });
  const { db: readDb } = openDatabase<ReadDatabase>({ url: config.DATABASE_URL, max: 1 });
  const files = diskArchive({ folder: archiveFolder(config), maxBytes: 0 });
  const jobs = jobWithdrawal(writeDb);
  try {
    const parts = { catalogue: portalCatalogue(), store, keys: store.keys, readDb, writeDb, files, config, jobs, clock: systemClock, log };
    return await forgetAgain(parts, forgotten);
  } finally {
    await Promise.all([writeDb.destroy(), readDb.destroy()]);
  }
}

/** Throws if BACKUP_DIR is set but is no folder: the list of the people who were forgotten is read there, and written again. */
async function checkBackupFolder({ BACKUP_DIR }: Config): Promise<void> {
  if (BACKUP_DIR === undefined || (await stat(BACKUP_DIR).catch(() => null))?.isDirectory()) return;
  throw new Error(
    `${BACKUP_DIR} is no folder: is the share of the backups mounted? The list of the people who were forgotten lies there. Mount it, create it, or leave BACKUP_DIR unset. Nothing was touched.`,
  );
}

/** Reserves DATI_DIR and the configured servers for this restore. Changes nothing if one of them is not empty. */
async function take(config: Config, id: string): Promise<void> {
  const { DATABASE_URL: url, DATABASE_URL_PROPRIETARIO: ownerUrl = url, EVENTSTORE_URL } = config;
  const shutdown = createShutdown(createLog(config, 'restore'));
  try {
    const place: Place = { dataDir: resolve(config.DATI_DIR), folders: foldersOf(config) };
    if (ownerUrl !== undefined) {
      const { db } = openDatabase<Record<string, never>>({ url: ownerUrl, max: 1, schema: 'public' });
      shutdown.add('writes', () => db.destroy());
      place.db = db;
    }
    if (EVENTSTORE_URL !== undefined && EVENTSTORE_URL !== LOG_IN_POSTGRES)
      place.store = openStore({ ...config, DATABASE_URL: '' }, shutdown);
    await takePlace(place, id);
  } finally {
    await shutdown.closeAll();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}\n` : error);
  process.exitCode = 1;
});
