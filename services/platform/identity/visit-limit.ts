import type { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#contracts/core/errors.ts';
import { networkOf } from '../http/network.ts';
import { counterKey, countersInMemory, type Counters } from './counters.ts';

export interface VisitLimit {
  /** Pages of one address in each window. */
  visits: number;
  /** Seconds. */
  window: number;
}

/** Generous for a yard where phones share one address, useless for reading the whole register. */
const LIMIT: VisitLimit = { visits: 30, window: 60 };

/** Counts the visits without a session. */
export interface Visits {
  /** Throws TROPPI_TENTATIVI, with the seconds to wait. */
  count(address: string): Promise<void>;
}

/** `name`: what is visited; each is counted on its own. */
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
