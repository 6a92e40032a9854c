import { defineModule } from '../../core/define-module.ts';
import { accise } from '../../registers/accise.ts';
import { acciseChronicle } from './chronicle.ts';

/** Excise readings, and the closings of their quarters. */
export const acciseDefinition = defineModule({ name: 'accise', registers: [accise], chronicles: [acciseChronicle] });
