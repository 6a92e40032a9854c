/** A JSON value, as events carry it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface EventMetadata {
  /** Unique id; an event appended twice with the same id is the same fact. */
  eventId: string;
  /** Id of the command that caused the event; equal for a repeated request with the same Idempotency-Key. */
  commandId: string;
  correlationId: string;
  /** Signed-in user name (memberID), or `system`. */
  utente: string;
  groupID: number | null;
  /** ISO instant, UTC. */
  at: string;
  /** Origin of the command: `web`, `api`, `demo`, `job`, `importazione`. */
  origine: string;
  /** Reason for the reader of the history, where the event has one. */
  motivo?: string;
}

declare const DECLARED: unique symbol;

/** A fact that a decider wants recorded, without metadata. Only `factOf` and `recordFact` make one, so its event type is declared. */
export interface Decision {
  type: string;
  data: JsonObject;
  readonly [DECLARED]: true;
}

export interface NewEvent {
  type: string;
  /** Flat JSON. Dates are `YYYY-MM-DD`; a change carries only what changed; `null` clears. */
  data: JsonObject;
  metadata: EventMetadata;
}

export interface StoredEvent extends NewEvent {
  stream: string;
  /** 1 for the first event of a stream, without gaps. */
  version: number;
  /** Opaque, but ordered as text: a plain string comparison gives the order of the log. */
  position: string;
  /**
   * Instant from which the event counts in lists as of an instant, if its `at` is earlier than that of an event before it in its stream.
   * Not stored; the projections' engine adds it.
   */
  countsFrom?: string;
  /** The data as the log holds them, if personal values among them are sealed; `data` has them opened. Not stored. */
  recordedData?: JsonObject;
}

/** Conversion of an event type that is no longer recorded: the current type and its data. */
export interface Upcast {
  to: string;
  data(old: JsonObject): JsonObject;
}

/** Upcasts by old type. */
export type Upcasts = ReadonlyMap<string, Upcast>;

/** Converts an event to its current version; returns the same object when it already is current. */
export function upcast<E extends { type: string; data: JsonObject }>(upcasts: Upcasts, event: E): E {
  let current = event;
  for (let step = upcasts.get(current.type); step; step = upcasts.get(current.type)) {
    current = { ...current, type: step.to, data: step.data(current.data) };
  }
  return current;
}
