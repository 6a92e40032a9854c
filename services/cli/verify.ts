import { verifica } from '#projections/engine/verify.ts';
import { apriStore } from '../dependencies.ts';
import { manutenzione } from './maintenance.ts';

// make verify: every read table compared, row by row, with a fresh replay of the log
await manutenzione('verify', async ({ config, log, chiusura }) => {
  const { uguali, tabelle, differenze, nonVerificate } = await verifica({ store: apriStore(config, chiusura), url: config.DATABASE_URL, log });
  for (const { tabella, righe } of tabelle) console.log(`  ${tabella.padEnd(24)} ${String(righe).padStart(9)} righe`);
  for (const differenza of differenze) console.log(`  DIVERSA  ${JSON.stringify(differenza)}`);
  for (const { nome, motivo } of nonVerificate) console.log(`  NON VERIFICATA  ${nome}: ${motivo}`);
  console.log(uguali ? 'Ogni tabella di lettura corrisponde al registro degli eventi.' : 'Le tabelle di lettura NON corrispondono al registro degli eventi: make rebuild le ricostruisce.');
  return uguali ? 0 : 1;
});
