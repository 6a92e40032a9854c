/** The envelope of every recorded fact. Stored events are never rewritten. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface EventMetadata {
  /** Unique; the same id appended twice is the same fact. */
  eventId: string;
  /** The command that caused it; equal for a repeated request with the same Idempotency-Key. */
  commandId: string;
  correlationId: string;
  /** Signed-in user name (memberID), or `system`. */
  utente: string;
  groupID: number | null;
  /** ISO instant, UTC. */
  at: string;
  /** Where the command came from: `web`, `api`, `demo`, `job`, `importazione`. */
  origine: string;
  /** A sentence for the reader of the history, where the event has a reason. */
  motivo?: string;
}

/** A fact that a decider wants recorded, still without its metadata. */
export interface Decision {
  type: string;
  data: JsonObject;
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
}

/** How an event that is recorded no longer is read: as one of this type, with these data. */
export interface Upcast {
  to: string;
  data(old: JsonObject): JsonObject;
}

/** By the old type. */
export type Upcasts = ReadonlyMap<string, Upcast>;

/** The event as today's code knows it, whatever version it was stored in; the very same where that is this one. */
export function upcast<E extends { type: string; data: JsonObject }>(upcasts: Upcasts, event: E): E {
  let current = event;
  for (let step = upcasts.get(current.type); step; step = upcasts.get(current.type)) {
    current = { ...current, type: step.to, data: step.data(current.data) };
  }
  return current;
}
