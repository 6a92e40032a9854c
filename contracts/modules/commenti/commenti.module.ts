import { defineModule } from '../../core/define-module.ts';
import { commenti } from '../../registers/commenti.ts';

/** Module of the comments on records, and of the notices that follow from them. */
export const commentiDefinition = defineModule({ name: 'commenti', registers: [commenti] });
