import type { Values } from '#contracts/core/define-register.ts';
import type { Method } from '../../test/calls.ts';

/** A record as a write must leave it. */
export interface Expected {
  table: string;
  /** `null`: the portal gives it, and the answer says it. */
  id: string | null;
  exists: boolean;
  /** At least these. */
  values: Values;
}

/** A write as its writer knows it: what was sent, what came back. */
export interface Write {
  /** Idempotency-Key of every attempt; also its correlation, by which its events are found in the log. */
  id: string;
  call: { method: Method; path: string; body: unknown; ifMatch: number | null };
  /** Exact number of events that the write leaves. */
  events: number;
  after: Expected[];
  attempts: number;
  answer: WriteAnswer | null;
}

export interface WriteAnswer {
  status: number;
  /** Version of the (last) record it touched. */
  version: number;
  /** Key of the record it made; `null`: it made none. */
  created: string | null;
  text: string;
}

export const acknowledged = ({ answer }: Write): boolean => answer !== null && answer.status < 300;

/** Every write of a run. */
export class Ledger {
  /** In the order in which they were answered. */
  readonly answered: Write[] = [];
  /** Sent, perhaps more than once, and not answered yet. */
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

  /** Answered since the last time this was asked, and those that have no answer yet. */
  recent(): Write[] {
    const fresh = this.answered.slice(this.#checked);
    this.#checked = this.answered.length;
    return [...fresh, ...this.pending];
  }
}
