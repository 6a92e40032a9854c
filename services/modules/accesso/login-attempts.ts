import pLimit from 'p-limit';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#contracts/core/errors.ts';

export interface Limits {
  /** Wrong attempts on one user name that are answered 401 before a 429. */
  perUser: number;
  /** The same for one address; generous, since a whole office can share one. */
  perAddress: number;
  /** Seconds after the first wrong attempt until all is forgotten. */
  window: number;
}

const LIMITS: Limits = { perUser: 5, perAddress: 50, window: 600 };

/** Counts wrong logins. A limited name never locks another, a success forgets the name's errors. */
export interface Attempts {
  /** Runs `test`; counts it unless it gives a result. Throws TROPPI_TENTATIVI without running it. */
  count<T>(utente: string, address: string, test: () => Promise<T | null>): Promise<T | null>;
}

/** In memory: one process's count. Restarting the portal forgets it. */
export function attemptsInMemory(limits: Limits = LIMITS): Attempts {
  const utenti = new RateLimiterMemory({ points: limits.perUser, duration: limits.window });
  const addresses = new RateLimiterMemory({ points: limits.perAddress, duration: limits.window });
  // counted before the trial, so that a burst cannot outrun the count; two at a time, so that many
  // honest logins at once do not look like a burst
  const turn = pLimit(2);
  return {
    count: (utente, address, test) => turn(async () => {
      await consume(utenti, utente);
      try {
        await consume(addresses, address);
      } catch (error) {
        await utenti.reward(utente);
        throw error;
      }
      const outcome = await test().catch(async (error: unknown) => {
        await Promise.all([utenti.reward(utente), addresses.reward(address)]);
        throw error;
      });
      if (outcome !== null) await Promise.all([utenti.delete(utente), addresses.reward(address)]);
      return outcome;
    }),
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    const seconds = Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
    throw new DomainError('TROPPI_TENTATIVI', { retryAfter: seconds, message: `Troppi tentativi di accesso: riprova tra ${duration(seconds)}.` });
  }
}

function duration(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 secondo' : `${seconds} secondi`;
  const minuti = Math.ceil(seconds / 60);
  return minuti === 1 ? '1 minuto' : `${minuti} minuti`;
}
