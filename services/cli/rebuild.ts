import { rebuild } from '#projections/engine/rebuild.ts';
import { portalCatalogue } from '../catalogue.ts';
import { ownStore } from '../dependencies.ts';
import { runMaintenance } from './maintenance.ts';

// `make rebuild` rebuilds all read tables from the log while the portal keeps answering
await runMaintenance('rebuild', async ({ config, log, shutdown }) => {
  const started = performance.now();
  const { projections, upcasts } = portalCatalogue();
  const { posizione } = await rebuild({
    store: await ownStore(config, log, shutdown),
    url: config.DATABASE_URL,
    log,
    projections,
    upcasts,
  });
  console.log(`Read tables rebuilt up to ${posizione ?? 'no event'} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return 0;
});
