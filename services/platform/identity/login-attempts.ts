import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#contracts/core/errors.ts';
import { boundedQueue } from '../concurrency/bounded-queue.ts';
import { counterKey, countersInMemory, type Counters } from './counters.ts';

export interface Limits {
  /** Wrong attempts on one user name from one address that are answered 401 before a 429. */
  perPair: number;
  /** Wrong attempts on one user name from all addresses. Beyond these, only browsers that signed in as this user may try. */
  perUser: number;
  /** Wrong attempts from one address on any user name; a high limit, since a whole office can share an address. */
  perAddress: number;
  /** Seconds that errors of a pair and of an address are remembered, and that the wait lasts. */
  window: number;
  /** Seconds that wrong attempts on a user name are remembered, and that its lock lasts. */
  userWindow: number;
}

const LIMITS: Limits = { perPair: 5, perUser: 50, perAddress: 50, window: 600, userWindow: 3600 };

export interface AttemptFacts {
  /** The browser has signed in as this user before. */
  known?: boolean;
  /** Time of the last password change; earlier wrong attempts do not count. */
  since?: Date | undefined;
}

/** Counts wrong logins. Guessing locks a user name for the guesser's address, not for the user. */
export interface Attempts {
  /** Runs `test`; counts it unless it gives a result. Throws `LockedOut` without running it. */
  count<T>(utente: string, address: string, test: () => Promise<T | null>, attempted?: AttemptFacts): Promise<T | null>;
}

/** Error 429 with the seconds to wait. */
export class LockedOut extends DomainError {
  /** Whether this attempt began the lock, rather than met an existing one. */
  readonly began: boolean;

  constructor(seconds: number, whole: boolean, began: boolean) {
    const rest = whole
      ? ' Da un browser con cui sei già entrato puoi ancora accedere; un amministratore può darti una nuova password.'
      : '';
    super('TROPPI_TENTATIVI', { retryAfter: seconds, message: `Troppi tentativi di accesso: riprova tra ${duration(seconds)}.${rest}` });
    this.began = began;
  }
}

/** Creates a limit on wrong attempts. `counters` are by default those of one process. Each kind of attempt, `what`, is counted apart. */
export function loginAttempts(limits: Partial<Limits> = {}, counters: Counters = countersInMemory, what = 'accesso'): Attempts {
  const { perPair, perUser, perAddress, window, userWindow } = { ...LIMITS, ...limits };
  const pairs = counters({ name: `${what}-coppia`, points: perPair, duration: window, blockDuration: window });
  const users = counters({ name: `${what}-utente`, points: perUser, duration: userWindow, blockDuration: userWindow });
  const addresses = counters({ name: `${what}-indirizzo`, points: perAddress, duration: window, blockDuration: window });
  // Attempts are counted before the password is checked, so that parallel requests cannot exceed the limit. Two run at a time, so that
  // many valid logins at once do not reach the limit.
  const inTurn = boundedQueue({ concurrency: 2, maxWaiting: 256 });
  return {
    async count(utente, address, test, { known = false, since } = {}) {
      const name = `${since?.getTime() ?? 0}|${utente}`;
      const pair = counterKey(name, address);
      const doors: Door[] = [
        { limiter: pairs, key: pair, points: perPair },
        ...(known ? [] : [{ limiter: users, key: counterKey(name), points: perUser, whole: true }]),
        { limiter: addresses, key: counterKey(address), points: perAddress },
      ];
      // locks are checked before the queue, so that refused attempts do not delay others
      for (const door of doors) await refuseIfClosed(door);
      return inTurn(async () => {
        await passAll(doors);
        const outcome = await test().catch(async (error: unknown) => {
          await giveBack(doors);
          throw error;
        });
        if (outcome !== null) {
          await giveBack(doors);
          await pairs.delete(pair);
        }
        return outcome;
      });
    },
  };
}

interface Door {
  limiter: RateLimiterAbstract;
  key: string;
  points: number;
  /** Marks the limit of a user name from all addresses. */
  whole?: boolean;
}

async function refuseIfClosed({ limiter, key, points, whole = false }: Door): Promise<void> {
  const state = await limiter.get(key);
  if (state && state.consumedPoints > points) throw new LockedOut(secondsOf(state), whole, false);
}

/** Consumes a point of each limit. If one is exceeded, restores the points consumed so far and throws `LockedOut`. */
async function passAll(doors: readonly Door[]): Promise<void> {
  const passed: Door[] = [];
  for (const door of doors) {
    try {
      await door.limiter.consume(door.key);
      passed.push(door);
    } catch (refusal) {
      await giveBack(passed);
      if (refusal instanceof Error) throw refusal;
      const state = refusal as RateLimiterRes;
      throw new LockedOut(secondsOf(state), door.whole === true, state.consumedPoints === door.points + 1);
    }
  }
}

async function giveBack(doors: readonly Door[]): Promise<void> {
  for (const { limiter, key } of doors) await limiter.reward(key);
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

function duration(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 secondo' : `${seconds} secondi`;
  const minuti = Math.ceil(seconds / 60);
  return minuti === 1 ? '1 minuto' : `${minuti} minuti`;
}
