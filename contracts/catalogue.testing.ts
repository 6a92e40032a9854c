import { createCatalogue } from './core/catalogue.ts';
import { declaredEvents } from './core/declared-events.ts';
import { FACTS } from './modules/events.ts';
import { MODULES } from './modules/index.ts';

/** The firm's catalogue with all modules and events, for specs. */
export const catalogue = createCatalogue(MODULES, declaredEvents(FACTS));
