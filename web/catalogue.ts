import { createCatalogue } from '#contracts/core/catalogue.ts';
import { MODULES } from '#contracts/modules/index.ts';

/** Catalogue of the browser's modules, made once. */
export const catalogue = createCatalogue(MODULES);
