import { resolve } from 'node:path';
import { openDatabase } from '#projections/database.ts';
import { originOf } from '../platform/checkpoints/checkpoints.ts';
import { changeKey, verifierKey } from '../platform/checkpoints/keys.ts';
import { prepareTables } from '../platform/postgres/prepare-database.ts';
import type { WriteDatabase } from '../platform/postgres/write-tables.ts';
import { runMaintenance } from './maintenance.ts';

// `npm run new-seal-key` replaces the key of the checkpoints; the next checkpoint is signed with the old key too
await runMaintenance('new-seal-key', async ({ config, shutdown }) => {
  const { db } = openDatabase<WriteDatabase>({ url: config.DATABASE_URL, max: 1, schema: 'public' });
  shutdown.add('writes', () => db.destroy());
  await prepareTables(config, db);
  const keys = await changeKey(resolve(config.DATI_DIR));
  const origin = await originOf(db);
  console.log(`The checkpoints have a new key:\n  ${verifierKey(origin, keys.current)}`);
  console.log(
    keys.previous
      ? 'The next checkpoint is signed by the old key too.'
      : 'The old key is not there: the next checkpoint is signed by the new one alone.',
  );
  return 0;
});
