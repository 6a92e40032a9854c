import { createHash } from 'node:crypto';
import { DomainError } from '#contracts/core/errors.ts';
import { completePermissions, scope, type Identity, type Permissions } from '#contracts/core/permissions.ts';
import type { ReadSession } from '#projections/accesso/accesso.queries.ts';
import type { Route } from '../module.ts';

/**
 * Refuses a session that must do something else first, such as choose a password of its own. A public
 * route answers such a session as it answers a stranger.
 */
export function checkDuty(
  { permission, during = [] }: Pick<Route, 'permission' | 'during'>,
  session: Pick<ReadSession, 'duty'> | null,
): void {
  if (session?.duty && permission !== 'public' && !during.includes(session.duty)) throw new DomainError(session.duty);
}

/**
 * The one gate of every route: session first, then the level of the area. Which records a level
 * reaches is asked again where the record is known.
 */
export function checkPermission(permission: Route['permission'], identity: Identity | null): void {
  if (permission === 'public') return;
  if (!identity) throw new DomainError('SESSIONE_ASSENTE');
  if (permission === 'session') return;
  if (scope(identity, permission.access, permission.action) === 'none') throw new DomainError('NON_PERMESSO');
}

/** The identity of a route that is not public. */
export function require(identity: Identity | null): Identity {
  if (!identity) throw new DomainError('SESSIONE_ASSENTE');
  return identity;
}

/** By what a session was given, which nobody changes: other permissions are another object. */
const tags = new WeakMap<Permissions, Map<number, string>>();

/** Names group and permissions as they are now: an open page that sees another one asks who it is again. */
export function permissionsTag({ groupID, permessi }: Identity): string {
  const known = tags.get(permessi) ?? new Map<number, string>();
  tags.set(permessi, known);
  const tag =
    known.get(groupID) ??
    createHash('sha256')
      .update(JSON.stringify([groupID, completePermissions(permessi)]))
      .digest('base64url')
      .slice(0, 16);
  known.set(groupID, tag);
  return tag;
}
