import type { Values } from '#contracts/core/define-register.ts';
import type { Method } from '../../test/calls.ts';

/** Expected state of a record after a write. */
export interface ExpectedRecord {
  table: string;
  /** Key of the record; `null` if the portal assigns the key, which the response then contains. */
  id: string | null;
  exists: boolean;
  /** Values that the record must have; further values are ignored. */
  values: Values;
}

/** A write as its writer knows it: the request sent and the response received. */
export interface Write {
  /** Idempotency key of every attempt; also the correlation id, by which the write's events are found in the log. */
  id: string;
  call: { method: Method; path: string; body: unknown; ifMatch: number | null };
  /** Exact number of events that the write leaves. */
  events: number;
  after: ExpectedRecord[];
  attempts: number;
  answer: WriteAnswer | null;
}

export interface WriteAnswer {
  status: number;
  /** Version of the last record that the write changed. */
  version: number;
  /** Key of the created record; `null` if the write created none. */
  created: string | null;
  text: string;
}

export const isAcknowledged = ({ answer }: Write): boolean => answer !== null && answer.status < 300;

/** List of all writes of a run. */
export class Ledger {
  /** Answered writes, in the order of their responses. */
  readonly answered: Write[] = [];
  /** Writes that were sent at least once and not answered yet. */
  readonly pending = new Set<Write>();
  #checked = 0;

  begin(write: Write): void {
    this.pending.add(write);
  }

  answer(write: Write, answer: WriteAnswer): void {
    write.answer = answer;
    this.pending.delete(write);
    this.answered.push(write);
  }

  /** Returns the writes answered since the last call, and all pending writes. */
  recent(): Write[] {
    const fresh = this.answered.slice(this.#checked);
    this.#checked = this.answered.length;
    return [...fresh, ...this.pending];
  }
}
