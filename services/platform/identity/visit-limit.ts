import type { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#contracts/core/errors.ts';
import { networkOf } from '../http/network.ts';
import { counterKey, countersInMemory, type Counters } from './counters.ts';

export interface VisitLimit {
  /** Number of pages that one address may open in a window. */
  visits: number;
  /** Length of the window in seconds. */
  window: number;
}

/** Default: enough for a yard whose phones share one address, too little to read the whole register. */
const LIMIT: VisitLimit = { visits: 30, window: 60 };

/** Limits the pages that are opened without a session. */
export interface Visits {
  /** Counts a page. Throws TROPPI_TENTATIVI with the seconds to wait once the limit is reached. */
  count(address: string): Promise<void>;
}

/** Creates a limit. `name`: kind of page; each kind is counted apart. */
export function visitLimit(counters: Counters = countersInMemory, { visits, window }: VisitLimit = LIMIT, name = 'visita'): Visits {
  const limiter = counters({ name, points: visits, duration: window });
  return {
    async count(address) {
      try {
        await limiter.consume(counterKey(networkOf(address)));
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal;
        const seconds = Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
        throw new DomainError('TROPPI_TENTATIVI', {
          retryAfter: seconds,
          message: `Troppe richieste da questo indirizzo: riprova tra ${seconds === 1 ? '1 secondo' : `${seconds} secondi`}.`,
        });
      }
    },
  };
}
