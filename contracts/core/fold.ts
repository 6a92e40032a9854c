import type { Catalogue } from './catalogue.ts';
import { upcast, type JsonObject } from './events.ts';
import type { RegisterChange } from './record-change.ts';
import { evolveInPlace, evolveRecord, recordKey, type ReadEvent, type RecordState, type Step, type StreamState } from './record-state.ts';

/** What an event did to a record, and the records that events leave: the one reading of the log that deciders, read tables and history share. */
type Known = Pick<Catalogue, 'events' | 'upcasts' | 'register'>;

/** What the event did; `null` for one that the catalogue does not know, or that is of no record. */
export function changeOf(
  { events, upcasts }: Pick<Catalogue, 'events' | 'upcasts'>,
  event: { type: string; data: JsonObject },
): RegisterChange | null {
  const current = upcast(upcasts, event);
  return events.get(current.type)?.change?.(current.data) ?? null;
}

/** The stream after the event; unknown events change nothing. Pure: maps and records are copied. */
export function evolve(catalogue: Known, state: StreamState, event: ReadEvent): StreamState {
  const change = changeOf(catalogue, event);
  if (!change) return state;
  const next = new Map(state);
  apply(catalogue, next, { change, event, step: evolveRecord });
  return next;
}

/** One map, and one record each, for the whole stream: a copy at each of a thousand events would cost more than the events. */
export function fold(catalogue: Known, events: readonly ReadEvent[]): StreamState {
  const state = new Map<string, RecordState>();
  for (const event of events) {
    const change = changeOf(catalogue, event);
    if (change) apply(catalogue, state, { change, event, step: evolveInPlace });
  }
  return state;
}

interface Taken {
  change: RegisterChange;
  event: ReadEvent;
  step: Step;
}

function apply({ register }: Known, state: Map<string, RecordState>, { change, event, step }: Taken): void {
  const key = recordKey(change.table, change.id);
  state.set(key, step(state.get(key), change, event));
  const children = change.kind === 'eliminato' || change.kind === 'ripristinato';
  if (!children || register(change.table)?.parent) return;
  for (const [k, record] of state) {
    if (k !== key) state.set(k, { ...record, parentDeleted: change.kind === 'eliminato' });
  }
}
