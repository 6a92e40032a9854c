import { parseArgs } from 'node:util';
import { install } from '../modules/accesso/installation.ts';
import { createDependencies } from '../dependencies.ts';
import { assemble, rulesOver } from '../modules.ts';
import { startReading } from '../portal.ts';
import { runMaintenance } from './maintenance.ts';
import { loadDemo } from '../demo/index.ts';

// `make seed SCALA=n` creates the demo firm, n times as large; existing data stays
await runMaintenance(
  'seed',
  async ({ config, log, shutdown }) => {
    if (config.NODE_ENV === 'production') throw new Error('Demo data do not go into a portal in production.');
    const scale = Number(parseArgs({ options: { scala: { type: 'string', default: '1' } } }).values.scala);
    if (!Number.isInteger(scale) || scale < 1) throw new Error('SCALA is a whole number from 1 up: make seed SCALA=10');
    const { deps } = assemble(await createDependencies({ ...config, DEMO: true }, log, shutdown));
    await install(deps);
    // later entries refer to records of earlier ones through the read tables
    await startReading(deps, config.DATABASE_URL, shutdown);
    const { voci } = await loadDemo(deps, rulesOver, scale);
    console.log(voci === 0 ? 'The demo data were all there already.' : `Demo data loaded: ${voci} facts.`);
    return 0;
  },
  { crea: true },
);
