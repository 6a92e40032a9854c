import type { StoredEvent } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { evolveRecord, type RecordState } from '#contracts/core/record-state.ts';
import { recordEventsOf, type RecordEvent } from '../engine/record-events.ts';
import type { Stateful } from '../engine/stateful.ts';
import { columnKey, instant, isLive, type ReadRecord } from './row.ts';

/** An event that concerns a register: a change of one of its records, or (`ofParent`) an event of a parent record. */
export interface RegisterEvent extends RecordEvent {
  ofParent: boolean;
}

/** Returns the events of a batch that change records of the register, in order; of parents, deletions and restorations. */
export function registerEventsOf(catalogue: Catalogue, def: AnyRegister, events: readonly StoredEvent[]): RegisterEvent[] {
  return recordEventsOf(catalogue, events).flatMap((recordEvent): RegisterEvent[] => {
    const { change } = recordEvent;
    if (change.table === def.path) return columnKey(def, change.id) === null ? [] : [{ ...recordEvent, ofParent: false }];
    return change.table === def.parent?.register && deletesOrRestores(recordEvent) ? [{ ...recordEvent, ofParent: true }] : [];
  });
}

const deletesOrRestores = ({ change }: RecordEvent): boolean => change.kind === 'eliminato' || change.kind === 'ripristinato';

/** Returns key, group, version and evolution of a register's records, for a projection that keeps them. */
export const recordStates = (def: AnyRegister) =>
  ({
    key: ({ change, ofParent }) => (ofParent ? null : [columnKey(def, change.id)!]),
    group: {
      column: 'flusso',
      nameInEvent: ({ event, ofParent }) => (ofParent ? event.stream : null),
      nameInState: ({ stream }) => stream,
    },
    // for an event of the parent, the version of the last such event
    version: ({ state, parentVersion }, { ofParent }) => (ofParent ? parentVersion : state.version),
    evolve: evolveRead,
  }) satisfies Partial<Stateful<ReadRecord, RegisterEvent>>;

/** Returns the record after an event; the same object if it changes nothing. */
function evolveRead(before: ReadRecord | undefined, recordEvent: RegisterEvent): ReadRecord | undefined {
  const { event, change, ofParent } = recordEvent;
  if (ofParent) {
    if (!before || !deletesOrRestores(recordEvent)) return before;
    const state = { ...before.state, parentDeleted: change.kind === 'eliminato' };
    return { ...before, state, parentVersion: event.version, ...countedFrom(before, state, event) };
  }
  const state = evolveRecord(before?.state, change, event);
  if (before && state === before.state) return before;
  // a child created after its parent's last deletion or restoration starts with that version
  return { state, stream: event.stream, parentVersion: before?.parentVersion ?? event.version, ...countedFrom(before, state, event) };
}

/** Returns from when a state counts: from its event's instant, but never before the state that it replaces; and its deletion. */
function countedFrom(
  before: ReadRecord | undefined,
  state: RecordState,
  { countsFrom, metadata }: StoredEvent,
): Pick<ReadRecord, 'from' | 'deletion'> {
  const own = instant(countsFrom ?? metadata.at);
  const from = before && before.from > own ? before.from : own;
  if (isLive(state)) return { from, deletion: null };
  return { from, deletion: before && !isLive(before.state) ? before.deletion : { at: from, by: metadata.utente } };
}
