import { openDatabase } from '#projections/database.ts';
import { openStore } from '../dependencies.ts';
import { hostsOf, placeText } from '../log-move/log-place.ts';
import { moveEnded } from '../log-move/move-ended.ts';
import { moveLog } from '../log-move/move-log.ts';
import { prepareTables } from '../platform/postgres/prepare-database.ts';
import { LOG_IN_POSTGRES } from '../platform/start/config.ts';
import { runMaintenance } from './maintenance.ts';

// `make migrate-eventstore EVENTSTORE_URL=esdb://…` moves the portal's events into an EventStoreDB; with `INDIETRO=1` back
await runMaintenance('migrate-eventstore', async ({ config, shutdown }) => {
  const { EVENTSTORE_URL: url, DATABASE_URL } = config;
  if (!url || url === LOG_IN_POSTGRES) throw new Error('EVENTSTORE_URL is missing: the address of the EventStoreDB, esdb://…');
  const back = process.env['INDIETRO'] === '1';
  const started = performance.now();
  const { db, pool } = openDatabase<Record<string, never>>({ url: DATABASE_URL, max: 4, schema: 'public' });
  shutdown.add('writes', () => db.destroy());
  await prepareTables(config, db);
  const embedded = openStore({ ...config, EVENTSTORE_URL: LOG_IN_POSTGRES }, shutdown);
  const external = openStore(config, shutdown);
  const session = await pool.connect();
  shutdown.add('lock', () => Promise.resolve(session.release(true)));
  const host = hostsOf(url);
  const [source, target] = back ? [external, embedded] : [embedded, external];
  const outcome = await moveLog({
    source,
    target,
    db,
    session,
    elsewhere: back ? null : placeText(url),
    report: (sentence) => console.log(`  … ${sentence}`),
  }).catch((error: unknown) => {
    throw moveEnded(error, host);
  });
  console.log(`
Moved in ${((performance.now() - started) / 1000).toFixed(1)} s ${back ? `from ${host} into PostgreSQL` : `from PostgreSQL into ${host}`}
  events     ${outcome.events} in ${outcome.streams} streams, each equal by count and hash (${outcome.copied} copied, ${outcome.existing} were there)
  positions  ${Object.entries(outcome.positions)
    .map(([table, rows]) => `${table} ${rows}`)
    .join(', ')}
${back ? 'Start the portal without EVENTSTORE_URL, or with the word postgres.' : 'Start the portal with this EVENTSTORE_URL, on the same PostgreSQL.'}`);
  return 0;
});
