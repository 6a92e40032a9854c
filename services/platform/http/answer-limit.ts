import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { OutcomeUnknown } from '#contracts/ports/event-store.ts';
import { hasBody } from './early-answer.ts';

/** Milliseconds after which a request is answered, whatever is down; with what sending it takes, below 12 s. */
export const ANSWER_MS = 11_000;

/**
 * Runs `work`, or rejects when it has begun no answer within `ms`, counted from the end of a body that is
 * being read. A write that is cut off may still be recorded: its outcome is not known. The work itself goes on.
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
