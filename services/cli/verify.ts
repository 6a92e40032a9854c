import { check } from '#projections/engine/verify.ts';
import { portalCatalogue } from '../catalogue.ts';
import { ownStore } from '../dependencies.ts';
import { manutenzione } from './maintenance.ts';

// make verify: every read table compared, row by row, with a fresh replay of the log
await manutenzione('verify', async ({ config, log, shutdown }) => {
  const { projections, upcasts } = portalCatalogue();
  const { equal, tables, differences, notVerified } = await check({
    store: await ownStore(config, shutdown),
    url: config.DATABASE_URL,
    log,
    projections,
    upcasts,
  });
  for (const { tabella, righe } of tables) console.log(`  ${tabella.padEnd(24)} ${String(righe).padStart(9)} rows`);
  for (const difference of differences) console.log(`  DIFFERENT  ${JSON.stringify(difference)}`);
  for (const { nome, motivo } of notVerified) console.log(`  NOT VERIFIED  ${nome}: ${motivo}`);
  console.log(
    equal
      ? 'Every read table is what the log of events says.'
      : 'The read tables are NOT what the log of events says: make rebuild makes them again.',
  );
  return equal ? 0 : 1;
});
