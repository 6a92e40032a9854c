import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { fairQueue, type FairQueue } from '../concurrency/fair-queue.ts';
import type { Route } from '../module.ts';
import { hasJsonBody } from './json-body.ts';

export interface CallLimits {
  /** Maximum number of one person's calls in progress, and of those that are heavy. */
  calls: number;
  heavy: number;
  /** Maximum number of heavy calls in progress, of all persons together. */
  heavyOfAll: number;
  /** Maximum number of one person's calls in progress with a JSON body above `LARGE_BODY_BYTES`. */
  largeBodies: number;
  /** Milliseconds that a call may wait before it is refused. */
  patienceMs: number;
  /** Maximum number of one person's waiting calls. */
  maxWaiting: number;
}

export const CALL_LIMITS: CallLimits = { calls: 32, heavy: 2, heavyOfAll: 4, largeBodies: 2, patienceMs: 5000, maxWaiting: 500 };

/** Size from which a JSON body counts as large; the body of a form has a few kB. */
export const LARGE_BODY_BYTES = 65_536;

/** Limit on each person's calls in progress. */
export interface CallsUnderWay {
  /** Waits for a slot, which is released when the response closes. Throws TROPPE_CHIAMATE if none is free in time. */
  enter(person: string, route: Pick<Route, 'heavy'>, req: Request, res: Response): Promise<void>;
}

/** Creates the limit. Calls above a person's limit wait; among heavy calls, the person with the fewest in progress comes first. */
export function callsUnderWay(limits: CallLimits = CALL_LIMITS): CallsUnderWay {
  const calls = fairQueue({ concurrency: Infinity, perPerson: limits.calls });
  const heavy = fairQueue({ concurrency: limits.heavyOfAll, perPerson: limits.heavy });
  const largeBodies = fairQueue({ concurrency: Infinity, perPerson: limits.largeBodies });
  return {
    async enter(person, route, req, res) {
      const patience = AbortSignal.timeout.bind(null, limits.patienceMs);
      await take(calls, person, res, { patience, maxWaiting: limits.maxWaiting });
      // the body of a waiting call is not read, so backpressure stops its sender
      if (hasLargeBody(req)) await take(largeBodies, person, res, { patience, maxWaiting: limits.maxWaiting });
      if (isHeavy(route, req)) await take(heavy, person, res, { patience, maxWaiting: limits.maxWaiting });
    },
  };
}

const isHeavy = ({ heavy }: Pick<Route, 'heavy'>, req: Request): boolean => (typeof heavy === 'function' ? heavy(req) : heavy === true);

const hasLargeBody = (req: Request): boolean =>
  hasJsonBody(req) && (req.headers['content-length'] === undefined || Number(req.headers['content-length']) > LARGE_BODY_BYTES);

async function take(
  queue: FairQueue,
  person: string,
  res: Response,
  { patience, maxWaiting }: { patience(): AbortSignal; maxWaiting: number },
): Promise<void> {
  const release = queue.tryEnter(person) ?? (await inTurn(queue, person, res, { patience, maxWaiting }));
  if (res.closed || res.writableFinished) release();
  else res.once('close', release);
}

async function inTurn(
  queue: FairQueue,
  person: string,
  res: Response,
  { patience, maxWaiting }: { patience(): AbortSignal; maxWaiting: number },
): Promise<() => void> {
  if (queue.waiting(person) >= maxWaiting) throw tooMany();
  const disconnect = new AbortController();
  const leave = (): void => disconnect.abort(tooMany());
  res.once('close', leave);
  try {
    return await queue.enter(person, AbortSignal.any([patience(), disconnect.signal]));
  } catch {
    throw tooMany();
  } finally {
    res.off('close', leave);
  }
}

const tooMany = (): DomainError => new DomainError('TROPPE_CHIAMATE', { retryAfter: 5 });
