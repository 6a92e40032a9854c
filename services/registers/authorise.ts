import { DomainError } from '#contracts/core/errors.ts';
import { scope, GRUPPO_AMMINISTRATORI, may, type Action, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { RecordCommand } from '#contracts/ports/dispatch.ts';
import { recordKey, type RecordState, type StreamState } from '#contracts/core/record-state.ts';
import type { ResolvedCommand } from './register.decider.ts';

/**
 * Throws if the person may not give a command. Called with the loaded stream on every attempt, so that no write bypasses the check. A
 * record that the person may not see is refused as if it did not exist (404). `neededRight` overrides the right that the action needs.
 * `ownDeletion` tells that a restore undoes the person's own deletion, which needs no further right.
 */
export function authorise(
  def: AnyRegister,
  command: ResolvedCommand,
  state: StreamState,
  { identity, neededRight, ownDeletion }: { identity: Identity; neededRight?: Action | undefined; ownDeletion?: boolean },
): void {
  if (command.action === 'create') return authoriseCreation(def, command, state, identity);
  const record = state.get(recordKey(def.path, command.key));
  // the decider answers 404 to a record that does not exist
  if (!record) return;
  const owner = ownerOf(def, state, record, command.parent);
  authoriseRead(def, identity, owner);
  if (ownDeletion) return;
  if (!may(identity, def.access, neededRight ?? ACTION[command.action], owner)) throw new DomainError('NON_PERMESSO');
  if (command.action === 'restore' && !record.exists && !mayRestoreDeleted(def, identity)) throw new DomainError('NON_PERMESSO');
}

const ACTION: Record<Exclude<RecordCommand['action'], 'create'>, Action> = { change: 'edit', delete: 'delete', restore: 'edit' };

/** Throws 403 if the person may not see the register at all, 404 if the person may not see records of this owner. */
export function authoriseRead(def: AnyRegister, identity: Identity, owner: string | undefined): void {
  if (scope(identity, def.access, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  if (!may(identity, def.access, 'view', owner)) throw new DomainError('SCONOSCIUTO');
}

/** Tells whether a record is the person's own user account, which every person may read and, except for the group, change. */
export const isOwnProfile = (def: AnyRegister, key: string | number, { memberID }: Identity): boolean =>
  def.accounts !== undefined && String(key) === memberID;

/** Returns a record's owner for permissions; a child belongs to the owner of its parent, whatever `record` says. */
export function ownerOf(
  def: AnyRegister,
  state: StreamState,
  record: RecordState | undefined,
  parent?: string | number,
): string | undefined {
  if (!def.parent) return record?.utente;
  return parent === undefined ? undefined : state.get(recordKey(def.parent.register, parent))?.utente;
}

/**
 * Checks the creation of a record. A child is a change of its parent, so a child of another person's record needs the right to edit that
 * record.
 */
function authoriseCreation(def: AnyRegister, command: ResolvedCommand, state: StreamState, identity: Identity): void {
  if (!may(identity, def.access, 'insert')) throw new DomainError('NON_PERMESSO');
  if (!def.parent) return;
  const owner = ownerOf(def, state, undefined, command.parent);
  if (owner === undefined || owner === identity.memberID) return;
  authoriseRead(def, identity, owner);
  if (!may(identity, def.access, 'edit', owner)) throw new DomainError('NON_PERMESSO');
}

function mayRestoreDeleted(def: AnyRegister, identity: Identity): boolean {
  return identity.groupID === GRUPPO_AMMINISTRATORI || scope(identity, def.access, 'delete') === 'all';
}
