import { systemClock } from '#contracts/ports/clock.ts';
import { openDatabase } from '#projections/database.ts';
import { recordAccess } from '../platform/identity/access-trail.ts';
import { namedUser } from '../platform/identity/credentials.ts';
import { removePasskeys } from '../platform/identity/passkeys.ts';
import { removeSecondFactor } from '../platform/identity/second-factor.ts';
import { prepareTables } from '../platform/postgres/prepare-database.ts';
import type { WriteDatabase } from '../platform/postgres/write-tables.ts';
import { runMaintenance } from './maintenance.ts';

// `npm run remove-second-factor USER` helps the last administrator who lost phone, passkeys and recovery codes
await runMaintenance('remove-second-factor', async ({ config, log, shutdown }) => {
  const typed = process.argv[2] ?? '';
  if (typed === '') throw new Error('Whose second factor? npm run remove-second-factor USER');
  const { db } = openDatabase<WriteDatabase>({ url: config.DATABASE_URL, max: 1, schema: 'public' });
  shutdown.add('writes', () => db.destroy());
  await prepareTables(config, db);
  const user = await namedUser(db, typed);
  const passkeys = await removePasskeys(db, user);
  if (!(await removeSecondFactor(db, user)) && passkeys.length === 0) throw new Error(`${user} has no second factor.`);
  await recordAccess(
    { writeDb: db, clock: systemClock, log },
    { tipo: 'secondo-fattore', utente: null, indirizzo: null, cosa: 'Tolto dal server (npm run remove-second-factor)', riguarda: user },
  );
  console.log(`${user} signs in with the password alone. The trail of accesses tells it.`);
  return 0;
});
