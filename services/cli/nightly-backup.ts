import { resolve } from 'node:path';
import { openDatabase } from '#projections/database.ts';
import { asProgram } from '../backup/in-program.ts';
import { nightly } from '../backup/nightly.ts';
import { ownStore } from '../dependencies.ts';
import { copyForgotten } from '../platform/forget/forgotten-list.ts';
import { passphraseArgument } from './backup-arguments.ts';
import { foldersOf } from './backup-folders.ts';
import { runMaintenance } from './maintenance.ts';

// program that the portal starts each night: makes a backup in BACKUP_DIR and deletes the outdated ones
await runMaintenance('nightly-backup', async ({ config, log, shutdown }) => {
  await asProgram(async (progress) => {
    if (config.BACKUP_DIR === undefined) throw new Error('BACKUP_DIR is missing: the folder that the backups go into');
    const { pool, db } = openDatabase<Record<string, never>>({ url: config.DATABASE_URL, max: 2, schema: 'public' });
    shutdown.add('writes', () => db.destroy());
    const store = await ownStore(config, log, shutdown);
    const source = { store, open: store.open, pool, folders: foldersOf(config) };
    const saved = await nightly({ source, folder: config.BACKUP_DIR, passphrase: passphraseArgument(process.env), progress });
    // the folder may be newer than the list of the people who were forgotten
    await copyForgotten(resolve(config.DATI_DIR), config.BACKUP_DIR);
    return saved;
  });
  return 0;
});
