import { groups } from '../registers/groups.ts';
import { groupsPermissions } from '../registers/groups-permissions.ts';
import { users } from '../registers/users.ts';

/** Paths of the registers whose records give rights. */
export const RIGHTS_REGISTERS: ReadonlySet<unknown> = new Set([users.path, groups.path, groupsPermissions.path]);
