import { dirname, resolve } from 'node:path';
import { openDatabase } from '#projections/database.ts';
import { diskFull } from '#contracts/core/disk-full.ts';
import { backup } from '../backup/backup.ts';
import { savedOf } from '../backup/nightly.ts';
import { ownStore } from '../dependencies.ts';
import type { WriteDatabase } from '../platform/postgres/write-tables.ts';
import { noteHandBackup } from '../platform/backups/by-hand.ts';
import { copyForgotten } from '../platform/forget/forgotten-list.ts';
import { fileArgument, passphraseArgument } from './backup-arguments.ts';
import { whyUnsealed } from '../platform/start/requirements.ts';
import { foldersOf } from './backup-folders.ts';
import { runMaintenance } from './maintenance.ts';
import { romeMoment, sizeText } from './format.ts';

// `make backup FILE=…` writes a backup of log, tables of the write side, keys and files while the portal runs
await runMaintenance('backup', async ({ config, log, shutdown }) => {
  const target = fileArgument(process.env, 'backup');
  const passphrase = passphraseArgument(process.env);
  const weak = whyUnsealed(config, passphrase);
  if (weak) throw new Error(weak);
  const started = performance.now();
  const { pool, db } = openDatabase<WriteDatabase>({ url: config.DATABASE_URL, max: 2, schema: 'public' });
  shutdown.add('writes', () => db.destroy());
  const store = await ownStore(config, log, shutdown);
  const source = { store, open: store.open, pool, folders: foldersOf(config) };
  const done = await backup(source, { target, passphrase, progress: (said) => console.log(`  … ${said}`) }).catch((error: unknown) => {
    throw diskFull(error)
      ? new Error(`The disk of ${target} is full: nothing was kept of this backup, those before it are as they were.`)
      : error;
  });
  const { moment, files, quiet } = done.manifest;
  const saved = { ...savedOf(done), tolti: 0, avviso: null, cifrato: passphrase !== null };
  const isRecorded = await noteHandBackup(db, saved).then(
    () => true,
    (error: unknown) => {
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the backup is whole, but was not written down in the database');
      return false;
    },
  );
  // a restore from this folder learns here of whom to forget again
  await copyForgotten(resolve(config.DATI_DIR), dirname(done.file));
  console.log(`
Backup in ${((performance.now() - started) / 1000).toFixed(1)} s: ${done.file} (${sizeText(done.bytes)})
  moment   ${romeMoment(moment.at)}, position ${moment.position ?? 'none'}, ${moment.events} events
  files    ${files.count} (${sizeText(files.bytes)})${files.skippedLinks > 0 ? `, ${files.skippedLinks} links out of the archive left out` : ''}
  sealed   ${passphrase === null ? 'no: whoever has the file reads it, password hashes and keys included (PASSPHRASE or PASSPHRASE_FILE)' : 'with the passphrase'}${
    quiet ? '' : '\n  documents were being uploaded all the time: some files may be newer than the moment, those it names are all there'
  }${isRecorded ? '' : '\n  the Admin Area does not tell of it: its database could not be written to'}`);
  return 0;
});
