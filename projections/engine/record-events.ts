import { upcast, type StoredEvent, type Upcasts } from '#contracts/core/events.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { changeOf } from '#contracts/core/fold.ts';
import type { RegisterChange } from '#contracts/core/record-change.ts';
import { oncePer } from '#contracts/core/once-per.ts';

/** An event and its change of a record. */
export interface RecordEvent {
  event: StoredEvent;
  change: RegisterChange;
}

/** Matches what JSON text can hold and PostgreSQL cannot: NUL, and lone surrogates. */
const UNTELLABLE = /\\u0000|\\ud[89a-f][0-9a-f]{2}/i;

const clean = (key: string, value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value);

/** Returns events as projections receive them: in their current version, and storable in a text column. */
export function current(upcasts: Upcasts, events: readonly StoredEvent[]): StoredEvent[] {
  return events.map((event) => {
    const current = upcast(upcasts, event);
    const json = JSON.stringify(current);
    return UNTELLABLE.test(json) ? (JSON.parse(JSON.stringify(current, clean)) as StoredEvent) : current;
  });
}

/** Events of the log in the two forms that projections ask for. */
export interface ReadEvents {
  current: readonly StoredEvent[];
  /** As they stand in the log, without upcasts. */
  recorded: readonly StoredEvent[];
}

export const currentAndRecorded = (upcasts: Upcasts, recorded: readonly StoredEvent[]): ReadEvents => ({
  current: current(upcasts, recorded),
  recorded,
});

/** Caches the change per event, since several projections read the same events. */
const changeIn = oncePer((catalogue: Catalogue) => oncePer((event: StoredEvent): RegisterChange | null => changeOf(catalogue, event)));

/** Returns the events that the catalogue knows, each with its change, in order. */
export function recordEventsOf(catalogue: Catalogue, events: readonly StoredEvent[]): RecordEvent[] {
  const changeOfOne = changeIn(catalogue);
  return events.flatMap((event): RecordEvent[] => {
    const change = changeOfOne(event);
    return change ? [{ event, change }] : [];
  });
}
