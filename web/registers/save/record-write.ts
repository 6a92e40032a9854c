import type { Values } from '#contracts/core/define-register.ts';
import type { Attempts } from '#web/lib/idempotency.ts';

/** One write of one record, as plain data: it can be stored, and sent by whoever finds it. */
export interface RecordWrite {
  /** Path of its register. */
  register: string;
  /** `null`: a new one. */
  key: string | null;
  /** What is sent: of a record that is there only what changed. */
  changes: Values;
  /** The version that was read; `null` for a new one. */
  version: number | null;
  idempotencyKey: string;
  /** Name of the draft on the device that goes once this is written; `null`: none does. */
  draft: string | null;
}

/** What makes two presses the same action, as the attempts that lie in drafts have it. */
const attemptOf = ({ key, changes, version }: Pick<RecordWrite, 'key' | 'changes' | 'version'>): unknown => [key, changes, version ?? 0];

/** A write with the key of its action: the same values sent again are the same command. `attempt`: what else tells it apart. */
export const recordWrite = (
  attempts: Attempts,
  write: Omit<RecordWrite, 'idempotencyKey'>,
  attempt: unknown = attemptOf(write),
): RecordWrite => ({ ...write, idempotencyKey: attempts.keyFor(attempt) });
