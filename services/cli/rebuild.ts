import { ricostruisci } from '#projections/engine/rebuild.ts';
import { apriStore } from '../dependencies.ts';
import { manutenzione } from './maintenance.ts';

// make rebuild: every read table made again from the log, with the portal answering meanwhile
await manutenzione('rebuild', async ({ config, log, chiusura }) => {
  const started = performance.now();
  const { posizione } = await ricostruisci({ store: apriStore(config, chiusura), url: config.DATABASE_URL, log });
  console.log(`Tabelle di lettura ricostruite fino a ${posizione ?? 'nessun evento'} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return 0;
});
