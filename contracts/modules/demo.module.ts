import { defineModule } from '../core/define-module.ts';

/** The demo firm. */
export const demoDefinition = defineModule({ name: 'demo' });
