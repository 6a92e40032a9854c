import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../../test/calls.ts';
import type { Gate } from './gate.ts';
import type { Ledger, Write, WriteAnswer } from './ledger.ts';
import type { Writer } from './writer.ts';

export interface Sending {
  base: string;
  token: string;
  gate: Gate;
  ledger: Ledger;
  /** Returns true if no further write should begin. */
  over(): boolean;
  /** Aborted when the current write should not be repeated either. */
  abort: AbortSignal;
  /** Number of inconclusive responses, by status. */
  unanswered: Map<number, number>;
}

/** Milliseconds before a writer repeats a request without a conclusive response. */
const AGAIN_MS = 40;

/** Sends a writer's writes one after another. Each write is repeated with the same idempotency key until it is answered. */
export async function keepWriting(writer: Writer, sending: Sending): Promise<void> {
  while (!sending.over()) {
    const { write, learn } = writer.next();
    sending.ledger.begin(write);
    const answer = await untilAnswered(write, sending);
    if (answer.status < 300) learn(answer);
    sending.ledger.answer(write, answer);
  }
}

/** Sends a write with the same idempotency key until a conclusive response arrives, as the browser does. */
export async function untilAnswered(write: Write, { base, token, gate, unanswered, abort }: Sending): Promise<WriteAnswer> {
  const { method, path, body, ifMatch } = write.call;
  const headers = {
    'idempotency-key': write.id,
    'x-correlation-id': write.id,
    ...(ifMatch === null ? {} : { 'if-match': `"${ifMatch}"` }),
  };
  for (;;) {
    await gate.pass();
    abort.throwIfAborted();
    write.attempts += 1;
    const answer = await call(base + path, method, { token, body, headers }).catch(() => null);
    if (answer !== null && answer.status < 500) return answerOf(answer);
    const status = answer?.status ?? 0;
    unanswered.set(status, (unanswered.get(status) ?? 0) + 1);
    await delay(AGAIN_MS);
  }
}

function answerOf({ status, body, text }: Awaited<ReturnType<typeof call>>): WriteAnswer {
  const { insertId, versione } = (body as { message?: { insertId?: string | number; versione?: number } } | null)?.message ?? {};
  return { status, version: versione ?? 0, created: insertId === undefined ? null : String(insertId), text };
}
