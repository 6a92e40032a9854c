import type { Catalogue } from './catalogue.ts';
import { upcast, type JsonObject } from './events.ts';
import type { RegisterChange } from './record-change.ts';
import {
  evolveInPlace,
  evolveRecord,
  recordKey,
  type ReadEvent,
  type RecordState,
  type EvolveRecord,
  type StreamState,
} from './record-state.ts';

/** Catalogue functions to read events. Deciders, read tables and history all read the log through this file. */
type ReadingCatalogue = Pick<Catalogue, 'events' | 'upcasts' | 'register'>;

/** Returns the change of an event; `null` for an unknown event or one that concerns no record. */
export function changeOf(
  { events, upcasts }: Pick<Catalogue, 'events' | 'upcasts'>,
  event: { type: string; data: JsonObject },
): RegisterChange | null {
  const current = upcast(upcasts, event);
  return events.get(current.type)?.change?.(current.data) ?? null;
}

/** Returns the stream's state after the event; unknown events change nothing. Pure: maps and records are copied. */
export function evolve(catalogue: ReadingCatalogue, state: StreamState, event: ReadEvent): StreamState {
  const change = changeOf(catalogue, event);
  if (!change) return state;
  const next = new Map(state);
  apply(catalogue, next, { change, event, step: evolveRecord });
  return next;
}

/**
 * Folds all events of a stream into one state. Mutates one map and one record each, since a copy per event would cost more than the events.
 */
export function fold(catalogue: ReadingCatalogue, events: readonly ReadEvent[]): StreamState {
  const state = new Map<string, RecordState>();
  for (const event of events) {
    const change = changeOf(catalogue, event);
    if (change) apply(catalogue, state, { change, event, step: evolveInPlace });
  }
  return state;
}

interface ChangeStep {
  change: RegisterChange;
  event: ReadEvent;
  step: EvolveRecord;
}

function apply({ register }: ReadingCatalogue, state: Map<string, RecordState>, { change, event, step }: ChangeStep): void {
  const key = recordKey(change.table, change.id);
  state.set(key, step(state.get(key), change, event));
  const children = change.kind === 'eliminato' || change.kind === 'ripristinato';
  if (!children || register(change.table)?.parent) return;
  for (const [k, record] of state) {
    if (k !== key) state.set(k, { ...record, parentDeleted: change.kind === 'eliminato' });
  }
}
