/** A change of a record, as `GET api/eventi` tells it to everybody who may see the record. */
export interface LiveChange {
  /** Path of the register. */
  tabella: string;
  id: string | number;
  /** Version of the record after the change; `null` for a deleted record. */
  versione: number | null;
  /** Name of the user who made the change. */
  utente: string;
  /** The parent, where the record is a child; the record that a comment is on. */
  padre?: { tabella: string; id: string | number };
}

/** The people who hold unsaved changes of a record, sent as `event: presenza`. */
export interface Presence {
  tabella: string;
  id: string | number;
  /** User names in alphabetical order; empty after the last one has gone. */
  utenti: string[];
}

/** Names of the events beside the unnamed one, which is a change. */
export const STREAM_EVENTS = { presence: 'presenza', restart: 'ricomincia' } as const;

/** Milliseconds between two calls of `POST api/presenza` by a form with unsaved changes. */
export const PRESENCE_BEAT_MS = 5000;
/** Milliseconds without a call after which a person no longer counts as present. */
export const PRESENCE_SILENCE_MS = 10_000;
/** Milliseconds between two signs of life of a stream. */
export const HEARTBEAT_MS = 20_000;
