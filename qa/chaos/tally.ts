import type { StoredEvent } from '#contracts/core/events.ts';
import { changeOf, evolve } from '#contracts/core/fold.ts';
import { recordKey, type RecordState, type StreamState } from '#contracts/core/record-state.ts';
import { catalogue } from '../../test/catalogue.ts';
import { fault, type Fault } from './faults.ts';

/** Effect of one event, for the writers that look for their own in the log. */
export interface Effect {
  stream: string;
  version: number;
  type: string;
  table: string;
  id: string;
  /** State of the record right after the event. */
  record: RecordState;
}

/** A number that the portal assigns: the type of the event that first holds it, and the field's name. */
export interface NumberField {
  type: string;
  field: string;
}

/** Keys of all registers whose keys are assigned numbers. */
export const KEY_NUMBERS: readonly NumberField[] = catalogue.registers
  .filter((def) => def.key.kind === 'sequence')
  .map((def) => ({
    type: def.events.created,
    field: def.key.field,
  }));

/**
 * Accumulates the events of the log: the effects of each write, the current records, and faults in the order of events. The tally does not
 * know which writes were requested.
 */
export class Tally {
  readonly faults: Fault[] = [];
  /** Position of the last event. */
  position: string | null = null;
  events = 0;
  /** Effects by correlation id. */
  readonly #effects = new Map<string, Effect[]>();
  readonly #streams = new Map<string, { state: StreamState; version: number }>();
  readonly #eventIds = new Set<string>();
  readonly #given = new Map<string, string>();
  readonly #numbered: readonly NumberField[];
  readonly #gapless: boolean;

  /** `gapless`: the log's positions number its events without gaps. */
  constructor({ numbered = KEY_NUMBERS, gapless = false }: { numbered?: readonly NumberField[]; gapless?: boolean } = {}) {
    this.#numbered = numbered;
    this.#gapless = gapless;
  }

  add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#order(event);
      this.#numbers(event);
      this.#apply(event);
      this.events += 1;
      this.position = event.position;
    }
  }

  effectsOf(correlation: string): readonly Effect[] {
    return this.#effects.get(correlation) ?? [];
  }

  correlations(): IterableIterator<string> {
    return this.#effects.keys();
  }

  /** Yields the current state of every record in the log, also of deleted ones. */
  *records(): Generator<RecordState> {
    for (const { state } of this.#streams.values()) yield* state.values();
  }

  #order({ stream, version, position, metadata: { eventId } }: StoredEvent): void {
    const last = this.#streams.get(stream)?.version ?? 0;
    if (version !== last + 1) this.faults.push(fault('order', `${stream}: after version ${last} comes ${version}`));
    if (this.position !== null && position <= this.position)
      this.faults.push(fault('order', `position ${position} comes after ${this.position}`));
    else if (this.#gapless && BigInt(position) !== BigInt(this.position ?? 0) + 1n)
      this.faults.push(fault('order', `after position ${this.position ?? 0} comes ${position}`));
    if (this.#eventIds.has(eventId))
      this.faults.push(fault('doubled', `${stream} version ${version}: the event id ${eventId} stands twice in the log`));
    this.#eventIds.add(eventId);
  }

  #numbers({ stream, type, data, metadata }: StoredEvent): void {
    for (const { type: created, field } of this.#numbered) {
      if (type !== created || data[field] === undefined) continue;
      const number = `${type} ${field} ${String(data[field])}`;
      const before = this.#given.get(number);
      if (before !== undefined)
        this.faults.push(fault('number', `${number} was given twice: ${before}, and ${stream} (${metadata.correlationId})`));
      this.#given.set(number, `${stream} (${metadata.correlationId})`);
    }
  }

  #apply(event: StoredEvent): void {
    const { stream, version, type, metadata } = event;
    const state = evolve(catalogue, this.#streams.get(stream)?.state ?? new Map(), event);
    this.#streams.set(stream, { state, version });
    const change = changeOf(catalogue, event);
    const record = change && state.get(recordKey(change.table, change.id));
    if (!change || !record) return;
    const own = this.#effects.get(metadata.correlationId) ?? [];
    own.push({ stream, version, type, table: change.table, id: change.id, record });
    this.#effects.set(metadata.correlationId, own);
  }
}
