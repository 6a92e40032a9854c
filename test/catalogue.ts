import { createCatalogue } from '#contracts/core/catalogue.ts';
import { declaredEvents } from '#contracts/core/declared-events.ts';
import { FACTS } from '#contracts/modules/events.ts';
import { MODULES } from '#contracts/modules/index.ts';
import { createReadCatalogue } from '#projections/catalogue.ts';
import { READ_MODULES } from '#projections/index.ts';

/** The firm's catalogue with the read side of all modules, as the portal uses it. */
export const catalogue = createReadCatalogue(createCatalogue(MODULES, declaredEvents(FACTS)), READ_MODULES);
