import type { NewEvent, StoredEvent } from '../core/events.ts';

/** `none`: the stream must not exist. `any`: no check. A number: the version of its last event. */
export type ExpectedVersion = number | 'none' | 'any';

/** What is appended to one stream. */
export interface Append {
  stream: string;
  events: readonly NewEvent[];
  expected: ExpectedVersion;
}

export interface AppendResult {
  /** Version of the stream after the append (first event is 1). */
  version: number;
  /** Position of the last event appended. */
  position: string;
}

/**
 * The log. Positions are opaque strings whose plain string order is the order of the log.
 * One total order: nothing ever appears behind a position already delivered.
 */
export interface EventStore {
  readonly name: 'postgres' | 'eventstoredb' | 'memory';
  /**
   * Atomic on one stream. Event ids are `metadata.eventId`: the same ids appended again to the
   * same stream answer success with the original version and position, whatever is expected.
   * Throws `VersionConflict` or `StoreUnavailable`; an empty list is an error of the caller.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedVersion): Promise<AppendResult>;
  /**
   * Appends in this order, to several streams or repeatedly to one, in as few transactions as the store can. Each append
   * is atomic and repeatable as by `append`. Throws the first failure, once none is under way; some of the others may be written.
   */
  appendAll(appends: readonly Append[]): Promise<AppendResult[]>;
  /** The events of a stream in order, all or up to a version; empty when it does not exist. */
  read(stream: string, until?: number): Promise<StoredEvent[]>;
  /**
   * Every event after `after` (`null`: from the start), in order, then those still to come, until
   * the signal is aborted (which ends the iteration without an error). In batches while catching
   * up. At least once after a reconnection; throws `StoreUnavailable` only when the store stays away.
   */
  readAll(after: string | null, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]>;
  /** Position of the last event; `null` when the log is empty. */
  head(): Promise<string | null>;
  /** How many events lie after `after`, counted up to `limit`. */
  countAfter(after: string | null, limit: number): Promise<number>;
  /** Counts the connections that broke so far: behind the next one another log may stand. Absent where the log shares the portal's own database. */
  brokenConnections?(): number;
  close(): Promise<void>;
}

export class VersionConflict extends Error {
  readonly stream: string;
  readonly expected: ExpectedVersion;
  readonly actual: number;
  constructor(stream: string, expected: ExpectedVersion, actual: number) {
    super(`stream ${stream}: expected version ${expected}, found ${actual}`);
    this.name = 'VersionConflict';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The store cannot be reached (or did not answer in time). Safe to retry with the same event ids. */
export class StoreUnavailable extends Error {
  /** The store had been sent the request when it fell silent or its connection broke. */
  readonly sent: boolean;
  constructor(message: string, { sent = false, ...options }: ErrorOptions & { sent?: boolean } = {}) {
    super(message, options);
    this.name = 'StoreUnavailable';
    this.sent = sent;
  }
}

/** A write was sent, or recorded, and the answer is lost: its events may stand in the log. Safe to retry as the same command. */
export class OutcomeUnknown extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super('the outcome of a write is not known', { ...options, sent: true });
    this.name = 'OutcomeUnknown';
  }
}

/** Throws `OutcomeUnknown` in the place of an error after which a sent append may have been recorded. */
export function outcomeOf(error: unknown): never {
  throw error instanceof StoreUnavailable && error.sent ? new OutcomeUnknown({ cause: error }) : error;
}
