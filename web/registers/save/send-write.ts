import type { AnyRegister } from '#contracts/core/define-register.ts';
import { ApiError, NetworkError } from '#web/lib/api-error.ts';
import { conflictOf } from '../form/conflict.ts';
import { createRecord, updateRecord, type WriteResult } from '../register.api.ts';
import type { RecordWrite } from './record-write.ts';
import type { SendResult } from './save-machine.ts';
import { refusalOf } from './saver.ts';

/** Sends one write once; the caller waits for a lost network. */
export function sendWrite(def: AnyRegister, write: RecordWrite): Promise<SendResult> {
  const { key, changes, version, idempotencyKey } = write;
  const request =
    key === null
      ? createRecord(def, changes, { idempotencyKey, waits: false })
      : updateRecord(def, { key, changes, version: version ?? 0 }, { idempotencyKey, waits: false });
  return request.then(
    (written: WriteResult): SendResult => ({ is: 'written', result: written }),
    (error: unknown) => answerOf(def, write, error),
  );
}

/** Converts an error to a result. A 409 on an existing record is a conflict; on a new record the key is taken. */
export function answerOf(def: AnyRegister, { key }: Pick<RecordWrite, 'key'>, error: unknown): SendResult {
  if (error instanceof NetworkError) return { is: 'lost' };
  const refusal = refusalOf(error);
  if (!(error instanceof ApiError) || error.status !== 409) return { is: 'refused', refusal };
  const conflict = key === null ? null : conflictOf(def, key, error.problem);
  if (key !== null && conflict !== null) return { is: 'conflict', key, conflict, message: error.message };
  return {
    is: 'refused',
    refusal:
      key === null && refusal.fields.length === 0 ? { ...refusal, fields: [{ campo: def.key.field, messaggio: error.message }] } : refusal,
  };
}
