import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { OutcomeUnknown } from '#contracts/ports/event-store.ts';
import { hasBody } from './early-answer.ts';

/** Milliseconds after which a request is answered even if a service is down. With the time to send the response, it stays below 12 s. */
export const ANSWER_MS = 11_000;

/**
 * Awaits `work`, or rejects if it has sent no headers within `ms` milliseconds. While a body is being read, the time starts at its end.
 * Rejects a GET with NON_DISPONIBILE, other methods with `OutcomeUnknown`, since the write may still be recorded. `work` itself is not
 * cancelled.
 */
export async function withinLimit(req: Request, res: Response, work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const end = (): void => {
      if (res.headersSent) return;
      reject(req.method === 'GET' ? new DomainError('NON_DISPONIBILE', { retryAfter: 5 }) : new OutcomeUnknown());
    };
    const expire = (): void => {
      const stillRead = hasBody(req) && !req.complete && req.readableFlowing !== null;
      if (stillRead) req.once('end', () => (timer = setTimeout(end, ms)));
      else end();
    };
    timer = setTimeout(expire, ms);
  });
  work.catch(() => undefined);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
