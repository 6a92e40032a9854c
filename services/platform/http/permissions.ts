import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { completePermissions, scope, type Identity, type Permissions } from '#contracts/core/permissions.ts';
import type { ReadSession } from '#projections/accesso/accesso.queries.ts';
import type { Route } from '../module.ts';

/**
 * Throws for a session with a duty, such as to choose a new password, unless the route is open during the duty. Public routes stay open
 * to such a session.
 */
export function checkDuty(
  { permission, during = [] }: Pick<Route, 'permission' | 'during'>,
  session: Pick<ReadSession, 'duty'> | null,
): void {
  if (session?.duty && permission !== 'public' && !during.includes(session.duty)) throw new DomainError(session.duty);
}

/** Milliseconds for which a sign-in or a confirmation with password or code counts. */
export const CONFIRMED_MS = 15 * 60_000;

/**
 * Throws CONFERMA_RICHIESTA for a call that needs a fresh confirmation, if sign-in and last confirmation are older than 15 minutes. Called
 * once the body is read, since some calls need it for some bodies only.
 */
export function checkConfirmation(
  { confirmed }: Pick<Route, 'confirmed'>,
  req: Request,
  { identity, session, now }: { identity: Identity | null; session: Pick<ReadSession, 'confermata'> | null; now: Date },
): void {
  if (!confirmed || !identity || !session || now.getTime() - session.confermata.getTime() <= CONFIRMED_MS) return;
  if (confirmed === true || confirmed(req, identity)) throw new DomainError('CONFERMA_RICHIESTA');
}

/** Throws SOLA_LETTURA for an administrator who sees the portal as another user, if the call changes something or stays open. */
export function checkObserver(
  { method, stream, whileObserving }: Pick<Route, 'method' | 'stream' | 'whileObserving'>,
  identity: Identity | null,
): void {
  if (identity?.osservatore === undefined) return;
  if (stream) throw new DomainError('SOLA_LETTURA', { message: 'Le novità non arrivano a chi vede il portale come un’altra persona.' });
  if (method !== 'GET' && !whileObserving) throw new DomainError('SOLA_LETTURA');
}

/**
 * Checks the permission of a route: the session, then the person's level for the register. Access to a single record is checked when the
 * record is loaded.
 */
export function checkPermission(permission: Route['permission'], identity: Identity | null): void {
  if (permission === 'public') return;
  if (!identity) throw new DomainError('SESSIONE_ASSENTE');
  if (permission === 'session') return;
  if (scope(identity, permission.access, permission.action) === 'none') throw new DomainError('NON_PERMESSO');
}

/** Returns the identity, which only public routes lack. Throws SESSIONE_ASSENTE without one. */
export function requireIdentity(identity: Identity | null): Identity {
  if (!identity) throw new DomainError('SESSIONE_ASSENTE');
  return identity;
}

/** Cache of tags by permissions object. Such an object is never modified; changed permissions are a new object. */
const tags = new WeakMap<Permissions, Map<number, string>>();

/** Returns a hash of group and permissions. An open page that receives another hash loads its identity again. */
export function permissionsTag({ groupID, permessi }: Identity): string {
  const tagsByGroup = tags.get(permessi) ?? new Map<number, string>();
  tags.set(permessi, tagsByGroup);
  const tag =
    tagsByGroup.get(groupID) ??
    createHash('sha256')
      .update(JSON.stringify([groupID, completePermissions(permessi)]))
      .digest('base64url')
      .slice(0, 16);
  tagsByGroup.set(groupID, tag);
  return tag;
}
