import type { RestoreTried } from '#contracts/ports/backups.ts';
import { openDatabase } from '#projections/database.ts';
import { refuseShorterLog } from '#projections/engine/log-shorter.ts';
import { checkBackup, holdsBackup } from '../backup/check-backup.ts';
import { isEqual } from '../backup/compare.ts';
import { asProgram, isChild } from '../backup/in-program.ts';
import { restoreTest, type RestoreTestDone } from '../backup/restore-test.ts';
import { PATIENCE_MS } from '../backup/backup-in-progress.ts';
import { portalCatalogue } from '../catalogue.ts';
import { openedStore, openStore, ownStore } from '../dependencies.ts';
import { passphraseArgument } from './backup-arguments.ts';
import { foldersOf } from './backup-folders.ts';
import { runMaintenance } from './maintenance.ts';
import { makeReadTables } from './restored-tables.ts';
import { romeMoment } from './format.ts';
import { scratchPlace } from './scratch-place.ts';

/** Italian names in the result of the test. Defined above the command, whose top-level await runs before any code below it. */
const WORDS: Readonly<Record<string, string>> = { log: 'registro degli eventi', files: 'file' };

// `make restore-test` restores a backup of this portal into a scratch database, compares the two and deletes the copy
await runMaintenance('restore-test', async ({ config, log, shutdown }) => {
  let done: RestoreTestDone | undefined;
  const { riuscita } = await asProgram(async (progress) => {
    const passphrase = passphraseArgument(process.env);
    const patience = isChild() ? PATIENCE_MS : 0;
    if (config.BACKUP_DIR !== undefined && (await holdsBackup(config.BACKUP_DIR))) {
      progress('the newest backup of BACKUP_DIR is read from beginning to end');
      await checkBackup(config.BACKUP_DIR, passphrase);
    }
    const openPool = (url: string) => {
      const { db, pool } = openDatabase<Record<string, never>>({ url, max: 4, schema: 'public' });
      shutdown.add('writes', () => db.destroy());
      return { db, pool };
    };
    const portalStore = await ownStore(config, log, shutdown);
    const living = { ...openPool(config.DATABASE_URL), store: portalStore, open: portalStore.open };
    await refuseShorterLog(living.store, living.db);
    const elsewhere = await scratchPlace(config, log, shutdown, patience);
    const store = openStore(elsewhere, shutdown);
    // the keys of people come from the backup, wrapped with this portal's SEGRETO
    const readableLog = openedStore(store, elsewhere, { log, shutdown });
    done = await restoreTest({
      source: { ...living, folders: foldersOf(config) },
      scratch: {
        ...openPool(elsewhere.DATABASE_URL),
        store,
        folders: foldersOf(elsewhere),
        dataDir: elsewhere.DATI_DIR,
        openLog: () => readableLog,
        readTables: async () => void (await makeReadTables({ store: readableLog, url: elsewhere.DATABASE_URL, log })),
      },
      readTables: portalCatalogue().projections.flatMap(({ tables }) => tables),
      passphrase,
      patience,
      progress,
    });
    return outcomeOf(done);
  });
  if (done && !isChild()) say(done);
  return riuscita ? 0 : 1;
});

function outcomeOf({ equal, manifest: { moment, files }, compared, behind }: RestoreTestDone): RestoreTried {
  return {
    riuscita: equal,
    momento: moment.at,
    eventi: moment.events,
    // `compared` also contains the log and the files, which are no tables
    tabelle: compared.length - 2,
    documenti: files.count,
    diversi: [
      ...compared.filter((one) => !isEqual(one)).map(({ name }) => WORDS[name] ?? name.replace('letture.', '')),
      ...behind.map((name) => `${name} (in ritardo)`),
    ],
  };
}

function say({ equal, compared, behind, manifest }: RestoreTestDone): void {
  for (const { name, rows } of compared) console.log(`  ${name.padEnd(36)} ${String(rows).padStart(9)}`);
  for (const one of compared.filter((found) => !isEqual(found))) console.log(`  DIFFERENT  ${JSON.stringify(one)}`);
  if (behind.length > 0) console.log(`  NOT COMPARED: the living read tables were behind the log: ${behind.join(', ')}`);
  console.log(
    equal
      ? `What was saved at ${romeMoment(manifest.moment.at)} comes back as it was: log, tables, credentials and every file.`
      : 'What was restored is NOT what the living portal had.',
  );
}
