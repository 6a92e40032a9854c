import { createCatalogue } from './core/catalogue.ts';
import { declaredEvents } from './core/declared-events.ts';
import { FACTS } from './modules/events.ts';
import { MODULES } from './modules/index.ts';

/** The firm's, as both sides know it. */
export const catalogue = createCatalogue(MODULES, declaredEvents(FACTS));
