import { isIPv6 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#contracts/core/errors.ts';

export interface VisitLimit {
  /** Pages of one address in each window. */
  visits: number;
  /** Seconds. */
  window: number;
}

/** Generous for a yard where phones share one address, useless for reading the whole register. */
const LIMIT: VisitLimit = { visits: 30, window: 60 };

/** Counts the visits without a session. In memory: one process's count. */
export interface Visits {
  /** Throws TROPPI_TENTATIVI, with the seconds to wait. */
  count(address: string): Promise<void>;
}

export function visitsInMemory({ visits, window }: VisitLimit = LIMIT): Visits {
  const limiter = new RateLimiterMemory({ points: visits, duration: window });
  return {
    async count(address) {
      try {
        await limiter.consume(networkOf(address));
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal;
        const seconds = Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
        throw new DomainError('TROPPI_TENTATIVI', { retryAfter: seconds, message: `Troppe richieste da questo indirizzo: riprova tra ${seconds === 1 ? '1 secondo' : `${seconds} secondi`}.` });
      }
    },
  };
}

/** Who is counted: an IPv4 address, or the /64 network of an IPv6 one, which a single customer has whole. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 || !isIPv6(address)) return v4 ?? address;
  const [before = '', after] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const gruppi = (part: string) => (part === '' ? [] : part.split(':'));
  const [head, queue] = [gruppi(before), gruppi(after ?? '')];
  const integers = after === undefined ? head : [...head, ...Array<string>(Math.max(0, 8 - head.length - queue.length)).fill('0'), ...queue];
  return integers.slice(0, 4).map((gruppo) => gruppo.replace(/^0+(?=.)/, '')).join(':');
}
