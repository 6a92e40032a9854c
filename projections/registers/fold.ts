import type { StoredEvent } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { evolveRecord } from '#contracts/core/record-state.ts';
import { knownFacts, type Fact } from '../engine/facts.ts';
import type { ReadRecord } from './row.ts';

/** A fact that concerns a register: a change of one of its records, or (`ofParent`) the deletion or restoration of a parent record. */
export interface RegisterFact extends Fact {
  ofParent: boolean;
}

/** Returns the facts of a batch that concern the register, in order. */
export function factsOf(catalogue: Catalogue, def: AnyRegister, events: readonly StoredEvent[]): RegisterFact[] {
  return knownFacts(catalogue, events).flatMap(({ event, change }): RegisterFact[] => {
    if (change.table === def.path) return [{ event, change, ofParent: false }];
    const onParent = change.table === def.parent?.register && (change.kind === 'eliminato' || change.kind === 'ripristinato');
    return onParent ? [{ event, change, ofParent: true }] : [];
  });
}

/** Returns the version of the last fact that changed the record: for a fact of the parent, the last such fact. */
export const versionOf = ({ state, parentVersion }: ReadRecord, { ofParent }: RegisterFact): number =>
  ofParent ? parentVersion : state.version;

/** Returns the record after a fact; the same object if it changes nothing. */
export function evolveRead(before: ReadRecord | undefined, { event, change, ofParent }: RegisterFact): ReadRecord | undefined {
  if (ofParent)
    return before && { ...before, state: { ...before.state, parentDeleted: change.kind === 'eliminato' }, parentVersion: event.version };
  const state = evolveRecord(before?.state, change, event);
  if (before && state === before.state) return before;
  // a child created after its parent's last deletion or restoration starts with that version
  return { state, stream: event.stream, parentVersion: before?.parentVersion ?? event.version };
}
