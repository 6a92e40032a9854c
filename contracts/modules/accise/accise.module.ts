import { defineModule } from '../../core/define-module.ts';
import { accise } from '../../registers/accise.ts';
import { acciseChronicle } from './chronicle.ts';

/** Module of excise readings and of the closings of quarters. */
export const acciseDefinition = defineModule({ name: 'accise', registers: [accise], chronicles: [acciseChronicle] });
