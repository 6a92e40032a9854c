import type { NewEvent, StoredEvent } from '../core/events.ts';

/** `none`: the stream must not exist. `any`: no check. A number: the version of its last event. */
export type ExpectedVersion = number | 'none' | 'any';

/** Events to append to one stream. */
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
 * The event log. Positions are opaque strings whose string order is the order of the log. The order is total: no event ever appears before
 * a position already delivered.
 */
export interface EventStore {
  readonly name: 'postgres' | 'eventstoredb' | 'memory';
  /**
   * Appends atomically to one stream. Event ids are `metadata.eventId`: appending the same ids again to the same stream returns the
   * original version and position, whatever version is expected. Throws `VersionConflict` or `StoreUnavailable`; an empty list is an error
   * of the caller.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedVersion): Promise<AppendResult>;
  /**
   * Appends in this order, to several streams or repeatedly to one, in as few transactions as the store allows. Each append is atomic and
   * repeatable like `append`. Throws the first failure once no append is in progress; some of the others may have been written.
   */
  appendAll(appends: readonly Append[]): Promise<AppendResult[]>;
  /** Returns the events of a stream in order, all or up to a version; empty if the stream does not exist. */
  read(stream: string, until?: number): Promise<StoredEvent[]>;
  /**
   * Yields every event after `after` (`null`: from the start) in order, then new ones, until the signal is aborted, which ends the
   * iteration without an error. Yields batches while catching up. Delivery is at least once after a reconnection. Throws `StoreUnavailable`
   * only if reconnecting keeps failing.
   */
  readAll(after: string | null, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]>;
  /** Returns the position of the last event; `null` if the log is empty. */
  head(): Promise<string | null>;
  /** Counts the events after `after`, up to `limit`. */
  countAfter(after: string | null, limit: number): Promise<number>;
  /**
   * Counts the broken connections so far: after a reconnection the server may hold another log. Absent where the log shares the portal's
   * own database.
   */
  brokenConnections?(): number;
  close(): Promise<void>;
}

/** An event log to which nothing can be appended. */
export type ReadableLog = Omit<EventStore, 'append' | 'appendAll' | 'close'>;

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
  /** True if the request had been sent before the store stopped answering or its connection broke. */
  readonly sent: boolean;
  constructor(message: string, { sent = false, ...options }: ErrorOptions & { sent?: boolean } = {}) {
    super(message, options);
    this.name = 'StoreUnavailable';
    this.sent = sent;
  }
}

/** A write whose response was lost; its events may be in the log. Safe to retry as the same command. */
export class OutcomeUnknown extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super('the outcome of a write is not known', { ...options, sent: true });
    this.name = 'OutcomeUnknown';
  }
}

/** Throws `OutcomeUnknown` if a sent append may have been recorded, otherwise rethrows the error. */
export function outcomeOf(error: unknown): never {
  throw error instanceof StoreUnavailable && error.sent ? new OutcomeUnknown({ cause: error }) : error;
}
