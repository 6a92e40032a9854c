import { createCatalogue } from '#contracts/core/catalogue.ts';
import { MODULES } from '#contracts/modules/index.ts';

/** Catalogue of all modules' registers for the browser, created once per page. */
export const catalogue = createCatalogue(MODULES);
