import { defineModule } from '../core/define-module.ts';
import { users } from '../registers/users.ts';

/** Users. */
export const utentiDefinition = defineModule({ name: 'utenti', registers: [users] });
