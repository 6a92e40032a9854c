import { parseArgs } from 'node:util';
import { install } from '../modules/accesso/installation.ts';
import { createDependencies } from '../dependencies.ts';
import { assemble } from '../modules.ts';
import { manutenzione } from './maintenance.ts';
import { loadDemo } from '../demo/index.ts';

// make seed SCALA=n: the demo firm, n times as large; what is already there stays
await manutenzione(
  'seed',
  async ({ config, log, shutdown }) => {
    if (config.NODE_ENV === 'production') throw new Error('I dati dimostrativi non entrano in un portale di produzione.');
    const scale = Number(parseArgs({ options: { scala: { type: 'string', default: '1' } } }).values.scala);
    if (!Number.isInteger(scale) || scale < 1) throw new Error('SCALA è un numero intero da 1 in su: make seed SCALA=10');
    const { deps } = assemble(await createDependencies({ ...config, DEMO: true }, log, shutdown));
    await install(deps);
    const { voci: entries } = await loadDemo(deps, scale);
    console.log(entries === 0 ? 'I dati dimostrativi erano già tutti presenti.' : `Dati dimostrativi caricati: ${entries} fatti.`);
    return 0;
  },
  { crea: true },
);
