import { personalData } from '#contracts/core/personal-data.ts';
import { countOf } from '#contracts/core/formats.ts';
import { openDatabase } from '#projections/database.ts';
import { takeRunnerLock } from '#projections/engine/locks.ts';
import { portalCatalogue } from '../catalogue.ts';
import { openKeys } from '../dependencies.ts';
import { logPlace } from '../log-move/log-place.ts';
import { prepareTables } from '../platform/postgres/prepare-database.ts';
import type { WriteDatabase } from '../platform/postgres/write-tables.ts';
import { sealLog } from '../platform/sealing/seal-log.ts';
import { runMaintenance } from './maintenance.ts';

// `make seal-people` seals personal data that the log still has in clear from older versions; the portal must be stopped
await runMaintenance('seal-people', async ({ config, log, shutdown }) => {
  const started = performance.now();
  const catalogue = portalCatalogue();
  // only the owner of the log may alter it
  const { DATABASE_URL_PROPRIETARIO: ownerUrl, DATABASE_URL: url } = config;
  const { db, pool } = openDatabase<WriteDatabase>({ url: ownerUrl ?? url, max: 3, schema: 'public' });
  shutdown.add('writes', () => db.destroy());
  await prepareTables(config, db);
  const session = await pool.connect();
  shutdown.add('lock', () => Promise.resolve(session.release(true)));
  if (!(await takeRunnerLock(session))) throw new Error('A portal is running on this database: stop it first. Nothing was touched.');
  const { elsewhere } = await logPlace(db);
  if (elsewhere !== null)
    throw new Error(
      `The events of this portal are in an EventStoreDB (${elsewhere}), which changes no event: bring them back with make migrate-eventstore INDIETRO=1, seal them here, and move them to an empty one. Nothing was touched.`,
    );
  const keys = openKeys(config, { writeDb: db, catalogue, log });
  const sealed = await sealLog({
    db,
    people: personalData(catalogue.registers),
    keys,
    recordedReads: catalogue.projections.filter(({ recorded }) => recorded).map(({ name }) => name),
    told: (events) => console.log(`  … ${events} events sealed`),
  });
  console.log(
    sealed === 0
      ? 'The log tells of nobody in clear.'
      : `
Sealed in ${((performance.now() - started) / 1000).toFixed(1)} s: ${countOf(sealed, 'event', 'events')} that told of people in clear.
The checkpoints from before are of an earlier epoch; the next one begins another. Backups made before still hold the people in clear.`,
  );
  return 0;
});
