import { defineModule } from '../core/define-module.ts';
import { groups } from '../registers/groups.ts';
import { groupsPermissions } from '../registers/groups-permissions.ts';

/** Module of groups and their permissions. */
export const gruppiDefinition = defineModule({ name: 'gruppi', registers: [groups, groupsPermissions] });
