import { defineModule } from '../core/define-module.ts';
import { users } from '../registers/users.ts';

/** Module of user accounts. */
export const utentiDefinition = defineModule({ name: 'utenti', registers: [users] });
