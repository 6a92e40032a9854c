import { defineModule } from '../core/define-module.ts';
import { cantieri } from '../registers/cantieri.ts';
import { cantieriLavorazioni } from '../registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '../registers/cantieri-wbs.ts';

/** Module of work sites with their wbs and priced work items. */
export const cantieriDefinition = defineModule({ name: 'cantieri', registers: [cantieri, cantieriWbs, cantieriLavorazioni] });
