import { portalCatalogue } from '#services/catalogue.ts';
import { assemble } from '#services/modules.ts';
import { systemClock } from '#contracts/ports/clock.ts';
import type { Parts } from '#services/platform/module.ts';
import { readConfig } from '#services/platform/start/config.ts';

/** The portal's definitions and modules, whose routes are data; made without touching what they will use. */
export function portalModules() {
  const catalogue = portalCatalogue();
  return {
    catalogue,
    modules: assemble({ catalogue, config: readConfig({}), clock: systemClock, jobs: { define: () => {} } } as unknown as Parts).modules,
  };
}
