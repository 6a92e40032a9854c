import { portalCatalogue } from '#services/catalogue.ts';
import { assemble } from '#services/modules.ts';
import { systemClock } from '#contracts/ports/clock.ts';
import type { Parts } from '#services/platform/module.ts';
import { readConfig } from '#services/platform/start/config.ts';

/** Creates the portal's catalogue and modules to read their definitions and routes; needs neither database nor queue. */
export function portalModules() {
  const catalogue = portalCatalogue();
  return {
    catalogue,
    modules: assemble({ catalogue, config: readConfig({}), clock: systemClock, jobs: { define: () => {} } } as unknown as Parts).modules,
  };
}
