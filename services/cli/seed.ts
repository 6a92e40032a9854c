import { parseArgs } from 'node:util';
import { installa } from '../modules/accesso/installation.ts';
import { creaDipendenze } from '../dependencies.ts';
import { manutenzione } from './maintenance.ts';
import { caricaDemo } from '../demo/index.ts';

// make seed SCALA=n: the demo firm, n times as large; what is already there stays
await manutenzione('seed', async ({ config, log, chiusura }) => {
  if (config.NODE_ENV === 'production') throw new Error('I dati dimostrativi non entrano in un portale di produzione.');
  const scala = Number(parseArgs({ options: { scala: { type: 'string', default: '1' } } }).values.scala);
  if (!Number.isInteger(scala) || scala < 1) throw new Error('SCALA è un numero intero da 1 in su: make seed SCALA=10');
  const dip = await creaDipendenze({ ...config, DEMO: true }, log, chiusura);
  await installa(dip);
  const { voci } = await caricaDemo(dip, scala);
  console.log(voci === 0 ? 'I dati dimostrativi erano già tutti presenti.' : `Dati dimostrativi caricati: ${voci} fatti.`);
  return 0;
}, { crea: true });
