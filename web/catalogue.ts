import { createCatalogue } from '#contracts/core/catalogue.ts';
import { MODULES } from '#contracts/modules/index.ts';

/** What the browser knows of the modules: made once, and passed on. */
export const catalogue = createCatalogue(MODULES);
