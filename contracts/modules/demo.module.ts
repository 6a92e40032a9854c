import { defineModule } from '../core/define-module.ts';

/** Module of the demo firm. */
export const demoDefinition = defineModule({ name: 'demo' });
