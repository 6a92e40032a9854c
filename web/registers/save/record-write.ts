import type { Values } from '#contracts/core/define-register.ts';
import type { Attempts } from '#web/lib/idempotency.ts';

/** One write of one record, as plain data that can be stored and sent later. */
export interface RecordWrite {
  /** Path of its register. */
  register: string;
  /** `null`: a new one. */
  key: string | null;
  /** Values to send; for an existing record only the changed ones. */
  changes: Values;
  /** The version that was read; `null` for a new one. */
  version: number | null;
  idempotencyKey: string;
  /** Name of the draft that is removed after this write; `null`: none. */
  draft: string | null;
}

/** Identifies an attempt: two presses with an equal result are the same action. */
const attemptOf = ({ key, changes, version }: Pick<RecordWrite, 'key' | 'changes' | 'version'>): unknown => [key, changes, version ?? 0];

/** Adds the idempotency key to a write; equal attempts get the same key. `attempt`: identifies the action. */
export const recordWrite = (
  attempts: Pick<Attempts, 'keyFor'>,
  write: Omit<RecordWrite, 'idempotencyKey'>,
  attempt: unknown = attemptOf(write),
): RecordWrite => ({ ...write, idempotencyKey: attempts.keyFor(attempt) });
