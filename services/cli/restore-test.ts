import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#projections/database.ts';
import { isEqual } from '../backup/compare.ts';
import { restoreTest } from '../backup/restore-test.ts';
import { portalCatalogue } from '../catalogue.ts';
import { openStore } from '../dependencies.ts';
import { prepareEnvironment } from '../platform/start/environment.ts';
import { passphraseArgument } from './backup-arguments.ts';
import { foldersOf } from './backup-folders.ts';
import { manutenzione } from './maintenance.ts';
import { makeReadTables } from './restored-tables.ts';
import { romeMoment } from './said.ts';

// make restore-test: a backup of this portal, restored beside it with a database of its own, compared, thrown away
await manutenzione('restore-test', async ({ config, log, shutdown }) => {
  const scratchDir = await mkdtemp(join(tmpdir(), 'strato-restore-test-'));
  shutdown.add('scratch folder', () => rm(scratchDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  // the database runs as another user when this is root; what is restored is nobody else's
  await chmod(scratchDir, 0o755);
  for (const name of ['archivio', 'risultati', 'salvataggio']) await mkdir(join(scratchDir, name), { mode: 0o700 });
  const open = (url: string) => {
    const { db, pool } = openDatabase<Record<string, never>>({ url, max: 4, schema: 'public' });
    shutdown.add('writes', () => db.destroy());
    return { db, pool };
  };
  const own = { DATI_DIR: scratchDir, DATABASE_URL: undefined, EVENTSTORE_URL: undefined, ARCHIVIO_DIR: undefined, SEGRETO: undefined };
  const elsewhere = (await prepareEnvironment({ ...config, ...own }, log, shutdown)).config;
  const store = openStore(elsewhere, shutdown);
  const { equal, compared, behind, manifest } = await restoreTest({
    source: { ...open(config.DATABASE_URL), store: openStore(config, shutdown), folders: foldersOf(config) },
    scratch: {
      ...open(elsewhere.DATABASE_URL),
      store,
      folders: foldersOf(elsewhere),
      dataDir: scratchDir,
      readTables: async () => void (await makeReadTables({ store, url: elsewhere.DATABASE_URL, log })),
    },
    readTables: portalCatalogue().projections.flatMap(({ tables }) => tables),
    passphrase: passphraseArgument(process.env),
    progress: (said) => console.log(`  … ${said}`),
  });
  for (const { name, rows } of compared) console.log(`  ${name.padEnd(36)} ${String(rows).padStart(9)}`);
  for (const one of compared.filter((found) => !isEqual(found))) console.log(`  DIFFERENT  ${JSON.stringify(one)}`);
  if (behind.length > 0) console.log(`  NOT COMPARED: the living read tables were behind the log: ${behind.join(', ')}`);
  console.log(
    equal
      ? `What was saved at ${romeMoment(manifest.moment.at)} comes back as it was: log, tables, credentials and every file.`
      : 'What was restored is NOT what the living portal had.',
  );
  return equal ? 0 : 1;
});
