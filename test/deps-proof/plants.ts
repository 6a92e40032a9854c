/** A planted file: what it imports breaks the rule it is listed under. */
export interface Plant {
  path: string;
  text: string;
  /** Breaks nothing itself: another plant imports it. */
  complice?: true;
}

const imports = (...specifiers: string[]): string => `${specifiers.map((from, n) => `import * as a${n} from '${from}';\nvoid a${n};\n`).join('')}export const b = 1;\n`;
const plant = (path: string, ...specifiers: string[]): Plant => ({ path, text: imports(...specifiers) });

/** One violation of each rule of .dependency-cruiser.cjs; a rule without one fails the proof. */
export const PLANTS: Record<string, Plant[]> = {
  'contracts-only-zod': [plant('contracts/pianta.ts', 'express'), plant('contracts/pianta-nostra.ts', '#projections/database.ts')],
  'contracts-no-node': [plant('contracts/pianta-nodo.ts', 'node:fs')],
  'web-only-contracts': [plant('web/lib/pianta.ts', '#services/config.ts'), plant('web/lib/pianta-letture.ts', '#projections/database.ts')],
  'web-no-ports': [plant('web/lib/pianta-porta.ts', '#contracts/ports/clock.ts')],
  'projections-only-contracts': [plant('projections/pianta.ts', '#services/config.ts')],
  'workers-only-contracts': [plant('workers/pianta.ts', '#services/config.ts'), plant('workers/pianta-letture.ts', '#projections/database.ts')],
  'services-read-through-queries': [plant('services/storico/pianta.ts', '#projections/index.ts')],
  'only-main-starts-runner-and-workers': [plant('services/app-pianta.ts', '#projections/runner.ts'), plant('services/app-pianta-2.ts', '#workers/index.ts')],
  'services-only-definitions-of-workers': [plant('services/processi/pianta.ts', '#workers/queue/bullmq.ts')],
  'services-no-job-handlers': [plant('services/processi/pianta-lavoro.ts', '#workers/jobs/esporta-allegati.handler.ts')],
  'nobody-imports-services': [plant('projections/pianta-servizi.ts', '#services/config.ts')],
  'deciders-are-pure': [plant('services/registri/pianta.decider.ts', '../config.ts')],
  'deciders-no-ports': [plant('services/registri/pianta-porta.decider.ts', '#contracts/ports/clock.ts')],
  'modules-do-not-import-each-other': [plant('services/storico/pianta-modulo.ts', '../utenti/modulo.ts')],
  'shared-services-know-no-module': [plant('services/http/pianta.ts', '../storico/modulo.ts')],
  'screens-do-not-import-each-other': [plant('web/screens/accise/pianta.ts', '../login/pianta-meta.ts'), { ...plant('web/screens/login/pianta-meta.ts'), complice: true }],
  'web-parts-know-no-screen': [plant('web/ui/pianta.ts', '../screens/login/pianta-meta.ts')],
  'web-ui-knows-no-domain': [plant('web/ui/pianta-registro.ts', '#contracts/registri/accise.ts')],
  'one-place-for-eventstoredb': [plant('services/pianta-eventi.ts', '@eventstore/db-client'), plant('services/pianta-grpc.ts', '@grpc/grpc-js')],
  'one-place-for-bullmq': [plant('services/pianta-coda.ts', 'bullmq'), plant('workers/jobs/pianta-coda.ts', 'ioredis')],
  'one-place-for-pools': [plant('services/pianta-pool.ts', 'pg')],
  'no-dev-packages-at-run-time': [plant('services/pianta-prove.ts', 'fast-check')],
  'no-unlisted-packages': [plant('services/pianta-estranea.ts', 'accepts')],
  resolvable: [plant('services/pianta-persa.ts', './non-esiste.ts')],
  'no-cycles': [plant('services/pianta-a.ts', './pianta-b.ts'), { ...plant('services/pianta-b.ts', './pianta-a.ts'), complice: true }],
  'no-orphans': [plant('services/pianta-sola.ts')],
};
