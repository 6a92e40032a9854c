import type { StoredEvent } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { RegisterChange } from '#contracts/core/record-change.ts';
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

/** Applies facts to the records (by id) and returns the ids of changed ones. Facts already applied are skipped. */
export function applyFacts(record: Map<string, ReadRecord>, facts: readonly RegisterFact[]): Set<string> {
  const changed = new Set<string>();
  for (const { event, change, ofParent } of facts) {
    const touched = ofParent ? ofStream(record, event) : [change.id];
    for (const id of touched) {
      const before = record.get(id);
      const after = ofParent && before ? withParent(before, change, event) : withFact(before, change, event);
      if (!after) continue;
      record.set(id, after);
      changed.add(id);
    }
  }
  return changed;
}

const ofStream = (record: ReadonlyMap<string, ReadRecord>, { stream }: StoredEvent): string[] =>
  [...record].flatMap(([id, r]) => (r.stream === stream ? [id] : []));

function withFact(before: ReadRecord | undefined, change: RegisterChange, event: StoredEvent): ReadRecord | null {
  if (before && event.version <= before.state.version) return null;
  const state = evolveRecord(before?.state, change, event);
  // a child created after its parent's last deletion or restoration starts with that version
  return { state, stream: event.stream, parentVersion: before?.parentVersion ?? event.version };
}

function withParent(before: ReadRecord, change: RegisterChange, event: StoredEvent): ReadRecord | null {
  if (event.version <= before.parentVersion) return null;
  return { ...before, state: { ...before.state, parentDeleted: change.kind === 'eliminato' }, parentVersion: event.version };
}
