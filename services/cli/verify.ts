import { check } from '#projections/engine/verify.ts';
import { openStore } from '../dependencies.ts';
import { manutenzione } from './maintenance.ts';

// make verify: every read table compared, row by row, with a fresh replay of the log
await manutenzione('verify', async ({ config, log, shutdown }) => {
  const {
    equal,
    tabelle: tables,
    differenze: differences,
    nonVerificate: notVerified,
  } = await check({ store: openStore(config, shutdown), url: config.DATABASE_URL, log });
  for (const { tabella: table, righe: rows } of tables) console.log(`  ${table.padEnd(24)} ${String(rows).padStart(9)} righe`);
  for (const difference of differences) console.log(`  DIVERSA  ${JSON.stringify(difference)}`);
  for (const { nome: name, motivo } of notVerified) console.log(`  NON VERIFICATA  ${name}: ${motivo}`);
  console.log(
    equal
      ? 'Ogni tabella di lettura corrisponde al registro degli eventi.'
      : 'Le tabelle di lettura NON corrispondono al registro degli eventi: make rebuild le ricostruisce.',
  );
  return equal ? 0 : 1;
});
