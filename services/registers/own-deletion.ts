import { TAKE_BACK_MINUTES } from '#contracts/core/own-deletion.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { recordKey, type StreamState } from '#contracts/core/record-state.ts';
import type { Dependencies } from '../platform/module.ts';
import { stateAtVersion, type ResolvedCommand } from './register.decider.ts';

/** Milliseconds after a deletion in which the person who deleted the record may restore it. */
const TAKE_BACK_MS = TAKE_BACK_MINUTES * 60_000;

/**
 * Tells whether a restore undoes the person's own deletion: at most 15 minutes old, to the version before it, and with no change since. An
 * older version or single fields would be a change, which needs its own right.
 */
export function takesBackOwnDeletion(
  { catalogue, clock }: Pick<Dependencies, 'catalogue' | 'clock'>,
  { def, command, identity }: { def: AnyRegister; command: ResolvedCommand; identity: Identity },
  { state, events }: { state: StreamState; events: readonly StoredEvent[] },
): boolean {
  const key = recordKey(def.path, command.key);
  const record = state.get(key);
  if (command.action !== 'restore' || command.fields || !record || record.exists || record.modifiedBy !== identity.memberID) return false;
  if (clock.now().getTime() - Date.parse(record.modified) > TAKE_BACK_MS) return false;
  const before = stateAtVersion(catalogue, events, record.version - 1).get(key);
  const wanted = stateAtVersion(catalogue, events, command.version ?? 0).get(key);
  return before?.exists === true && wanted?.version === before.version;
}
