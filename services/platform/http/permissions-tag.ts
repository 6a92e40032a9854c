import { createHash } from 'node:crypto';
import { completePermissions, type Identity } from '#contracts/core/permissions.ts';

/** Names group and permissions as they are now: an open page that sees another one asks who it is again. */
export function permissionsTag({ groupID, permessi }: Identity): string {
  return createHash('sha256').update(JSON.stringify([groupID, completePermissions(permessi)])).digest('base64url').slice(0, 16);
}
