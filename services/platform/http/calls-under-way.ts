import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { fairQueue, type FairQueue } from '../concurrency/fair-queue.ts';
import type { Route } from '../module.ts';
import { hasJsonBody } from './json-body.ts';

export interface CallLimits {
  /** Calls of one person that are being answered, and how many of those may be heavy. */
  calls: number;
  heavy: number;
  /** Heavy calls of everybody together. */
  heavyOfAll: number;
  /** Calls of one person with a JSON body above `LARGE_BODY_BYTES`. */
  largeBodies: number;
  /** Milliseconds that one waits for its turn. */
  patienceMs: number;
  /** Calls of one person that may wait. */
  waiting: number;
}

export const CALL_LIMITS: CallLimits = { calls: 32, heavy: 2, heavyOfAll: 4, largeBodies: 2, patienceMs: 5000, waiting: 500 };

/** A form's body has a few kB. */
export const LARGE_BODY_BYTES = 65_536;

/** Limits how many calls each person has under way. */
export interface CallsUnderWay {
  /** Waits for the call's turn; it gives its place back when its answer has left. Throws TROPPE_CHIAMATE. */
  enter(person: string, route: Pick<Route, 'heavy'>, req: Request, res: Response): Promise<void>;
}

/** Calls beyond a person's own wait; among heavy calls, whoever has fewest comes first. */
export function callsUnderWay(limits: CallLimits = CALL_LIMITS): CallsUnderWay {
  const all = fairQueue({ side: Infinity, perPerson: limits.calls });
  const heavy = fairQueue({ side: limits.heavyOfAll, perPerson: limits.heavy });
  const largeBodies = fairQueue({ side: Infinity, perPerson: limits.largeBodies });
  return {
    async enter(person, route, req, res) {
      const patience = AbortSignal.timeout.bind(null, limits.patienceMs);
      await take(all, person, res, { patience, waiting: limits.waiting });
      // a body that waits is not read, so that its sender waits too
      if (hasLargeBody(req)) await take(largeBodies, person, res, { patience, waiting: limits.waiting });
      if (isHeavy(route, req)) await take(heavy, person, res, { patience, waiting: limits.waiting });
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
  { patience, waiting }: { patience(): AbortSignal; waiting: number },
): Promise<void> {
  const release = queue.tryEnter(person) ?? (await inTurn(queue, person, res, { patience, waiting }));
  if (res.closed || res.writableFinished) release();
  else res.once('close', release);
}

async function inTurn(
  queue: FairQueue,
  person: string,
  res: Response,
  { patience, waiting }: { patience(): AbortSignal; waiting: number },
): Promise<() => void> {
  if (queue.waiting(person) >= waiting) throw tooMany();
  const gone = new AbortController();
  const leave = (): void => gone.abort(tooMany());
  res.once('close', leave);
  try {
    return await queue.enter(person, AbortSignal.any([patience(), gone.signal]));
  } catch {
    throw tooMany();
  } finally {
    res.off('close', leave);
  }
}

const tooMany = (): DomainError => new DomainError('TROPPE_CHIAMATE', { retryAfter: 5 });
