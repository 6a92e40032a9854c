/** A planted file whose imports violate a dependency rule. */
export interface Plant {
  path: string;
  text: string;
  /** True for a file that violates no rule itself, but is imported by another plant. */
  accomplice?: true;
}

const imports = (...specifiers: string[]): string =>
  `${specifiers.map((from, n) => `import * as a${n} from '${from}';\nvoid a${n};\n`).join('')}export const b = 1;\n`;
const plant = (path: string, ...specifiers: string[]): Plant => ({ path, text: imports(...specifiers) });

const typeCircle = (path: string, from: string): Plant => ({
  path,
  text: `import type { B } from '${from}';\nexport type B = number;\nexport const b: B | undefined = undefined;\n`,
});

/** Violations by rule of .dependency-cruiser.cjs; a rule without a violation here fails the proof. */
export const PLANTS: Record<string, Plant[]> = {
  'contracts-only-zod': [plant('contracts/planted.ts', 'express'), plant('contracts/planted-ours.ts', '#projections/database.ts')],
  'contracts-no-node': [plant('contracts/planted-node.ts', 'node:fs')],
  'web-only-contracts': [
    plant('web/lib/planted.ts', '#services/platform/start/config.ts'),
    plant('web/lib/planted-reads.ts', '#projections/database.ts'),
  ],
  'web-no-ports': [plant('web/lib/planted-port.ts', '#contracts/ports/clock.ts')],
  'projections-only-contracts': [plant('projections/planted.ts', '#services/platform/start/config.ts')],
  'workers-only-contracts': [
    plant('workers/planted.ts', '#services/platform/start/config.ts'),
    plant('workers/planted-reads.ts', '#projections/database.ts'),
  ],
  'services-read-through-queries': [plant('services/modules/storico/planted.ts', '#projections/index.ts')],
  'only-main-starts-runner-and-workers': [
    plant('services/planted.ts', '#projections/engine/runner.ts'),
    plant('services/planted-2.ts', '#workers/index.ts'),
  ],
  'services-only-libraries-of-workers': [
    plant('services/modules/processi/planted.ts', '#workers/engine/bullmq.ts'),
    plant('services/modules/processi/planted-run.ts', '#workers/engine/run-job.ts'),
  ],
  'nobody-imports-services': [plant('projections/planted-services.ts', '#services/platform/start/config.ts')],
  'deciders-are-pure': [plant('services/registers/planted.decider.ts', '../platform/start/config.ts')],
  'deciders-no-ports': [plant('services/registers/planted-port.decider.ts', '#contracts/ports/clock.ts')],
  'modules-do-not-import-each-other': [plant('services/modules/storico/planted-module.ts', '../utenti/module.ts')],
  'platform-knows-no-module-and-no-register': [
    plant('services/platform/planted-module.ts', '../modules/storico/module.ts'),
    plant('services/platform/planted-floor.ts', '../registers/body.ts'),
    plant('services/platform/planted-register.ts', '#contracts/registers/accise.ts'),
    plant('services/platform/http/planted-shape.ts', '#contracts/modules/processi.ts'),
  ],
  'registers-know-no-module': [
    plant('services/registers/planted-module.ts', '../modules/storico/module.ts'),
    plant('services/registers/planted-up.ts', '../modules.ts'),
  ],
  'modules-know-no-composition': [plant('services/modules/storico/planted-up.ts', '#services/dependencies.ts')],
  'lists-of-modules-only-at-the-roots': [
    plant('contracts/core/planted-modules.ts', '../modules/index.ts'),
    plant('projections/engine/planted-modules.ts', '../index.ts'),
    plant('services/modules/storico/planted-modules.ts', '#contracts/modules/index.ts'),
    plant('workers/formats/planted-modules.ts', '#contracts/modules/index.ts'),
    plant('web/lib/planted-modules.ts', '#contracts/modules/index.ts'),
  ],
  'web-is-given-the-catalogue': [
    plant('web/lib/planted-catalogue.ts', '#web/catalogue.ts'),
    plant('web/ui/planted-catalogue.ts', '#web/catalogue.ts'),
    plant('web/registers/planted-catalogue.ts', '#web/catalogue.ts'),
    plant('web/screens/storico/planted-catalogue.ts', '#web/catalogue.ts'),
  ],
  'read-tables-only-in-projections': [
    plant('services/modules/storico/planted-sql.ts', 'kysely'),
    plant('services/registers/planted-sql.ts', 'kysely'),
  ],
  'screens-do-not-import-each-other': [
    plant('web/screens/accise/planted.ts', '../login/planted-target.ts'),
    { ...plant('web/screens/login/planted-target.ts'), accomplice: true },
  ],
  'web-parts-know-no-screen': [
    plant('web/ui/planted.ts', '../screens/login/planted-target.ts'),
    plant('web/registers/planted.ts', '../screens/login/planted-target.ts'),
  ],
  'web-registers-know-no-module': [
    plant('web/registers/planted-register.ts', '#contracts/registers/accise.ts'),
    plant('web/registers/planted-module.ts', '../modules/scadenze/kinds.ts'),
  ],
  'services-registers-know-no-module': [
    plant('services/registers/planted-contract.ts', '#contracts/modules/importa.ts'),
    plant('services/registers/planted-definition.ts', '#contracts/registers/accise.ts'),
  ],
  'web-ui-knows-no-domain': [
    plant('web/ui/planted-register.ts', '#contracts/registers/accise.ts'),
    plant('web/ui/planted-registers.ts', '../registers/keys.ts'),
  ],
  'one-place-for-eventstoredb': [
    plant('services/planted-events.ts', '@eventstore/db-client'),
    plant('services/planted-grpc.ts', '@grpc/grpc-js'),
  ],
  'one-place-for-bullmq': [plant('services/planted-queue.ts', 'bullmq'), plant('workers/formats/planted-queue.ts', 'ioredis')],
  'one-place-for-pools': [plant('services/planted-pool.ts', 'pg')],
  'no-dev-packages-at-run-time': [plant('services/planted-web.ts', 'clsx')],
  'no-unlisted-packages': [plant('services/planted-stranger.ts', 'accepts')],
  resolvable: [plant('services/planted-lost.ts', './not-there.ts')],
  'no-cycles': [
    plant('services/planted-a.ts', './planted-b.ts'),
    { ...plant('services/planted-b.ts', './planted-a.ts'), accomplice: true },
    typeCircle('services/planted-c.ts', './planted-d.ts'),
    { ...typeCircle('services/planted-d.ts', './planted-c.ts'), accomplice: true },
  ],
  'no-orphans': [plant('services/planted-alone.ts')],
};
