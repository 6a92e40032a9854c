import { createCatalogue } from '#contracts/core/catalogue.ts';
import { declaredEvents } from '#contracts/core/declared-events.ts';
import { FACTS } from '#contracts/modules/events.ts';
import { MODULES } from '#contracts/modules/index.ts';
import { createReadCatalogue, type ReadCatalogue } from '#projections/catalogue.ts';
import { READ_MODULES } from '#projections/index.ts';

/** Creates the catalogue of registers, events and read tables of all modules. Throws one error that lists every problem. */
export const portalCatalogue = (): ReadCatalogue => createReadCatalogue(createCatalogue(MODULES, declaredEvents(FACTS)), READ_MODULES);
