import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#contracts/core/errors.ts';
import { boundedQueue } from '../concurrency/bounded-queue.ts';
import { counterKey, countersInMemory, type Counters } from './counters.ts';

export interface Limits {
  /** Wrong attempts on one user name from one address that are answered 401 before a 429. */
  perPair: number;
  /** On one user name from everywhere: beyond, it is closed to browsers that never signed in as them. */
  perUser: number;
  /** From one address on any name; generous, since a whole office can share one. */
  perAddress: number;
  /** Seconds that errors of a pair and of an address are remembered, and that the wait lasts. */
  window: number;
  /** The same for the errors on a user. */
  userWindow: number;
}

const LIMITS: Limits = { perPair: 5, perUser: 50, perAddress: 50, window: 600, userWindow: 3600 };

export interface Attempted {
  /** The browser has signed in as this user before. */
  known?: boolean;
  /** When the password was last changed: errors of before are forgotten. */
  since?: Date | undefined;
}

/** Counts wrong logins. Whoever guesses locks a user for themselves, not for the user. */
export interface Attempts {
  /** Runs `test`; counts it unless it gives a result. Throws `LockedOut` without running it. */
  count<T>(utente: string, address: string, test: () => Promise<T | null>, attempted?: Attempted): Promise<T | null>;
}

/** 429 with the time to wait. */
export class LockedOut extends DomainError {
  /** The attempt that closed the door, not one of those that found it closed. */
  readonly began: boolean;

  constructor(seconds: number, whole: boolean, began: boolean) {
    const rest = whole
      ? ' Da un browser con cui sei già entrato puoi ancora accedere; un amministratore può darti una nuova password.'
      : '';
    super('TROPPI_TENTATIVI', { retryAfter: seconds, message: `Troppi tentativi di accesso: riprova tra ${duration(seconds)}.${rest}` });
    this.began = began;
  }
}

/** With the counters it is given, those of one process unless told otherwise. `what` is tried: each is counted apart. */
export function loginAttempts(limits: Partial<Limits> = {}, counters: Counters = countersInMemory, what = 'accesso'): Attempts {
  const { perPair, perUser, perAddress, window, userWindow } = { ...LIMITS, ...limits };
  const pairs = counters({ name: `${what}-coppia`, points: perPair, duration: window, blockDuration: window });
  const users = counters({ name: `${what}-utente`, points: perUser, duration: userWindow, blockDuration: userWindow });
  const addresses = counters({ name: `${what}-indirizzo`, points: perAddress, duration: window, blockDuration: window });
  // counted before the trial, so that a burst cannot outrun the count; two at a time, so that many
  // honest logins at once do not look like a burst
  const inTurn = boundedQueue({ side: 2, waiting: 256 });
  return {
    async count(utente, address, test, { known = false, since } = {}) {
      const name = `${since?.getTime() ?? 0}|${utente}`;
      const pair = counterKey(name, address);
      const doors: Door[] = [
        { limiter: pairs, key: pair, points: perPair },
        ...(known ? [] : [{ limiter: users, key: counterKey(name), points: perUser, whole: true }]),
        { limiter: addresses, key: counterKey(address), points: perAddress },
      ];
      // a closed door is seen from outside: who hammers at it keeps nobody waiting
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
  /** Closes a user for all addresses. */
  whole?: boolean;
}

async function refuseIfClosed({ limiter, key, points, whole = false }: Door): Promise<void> {
  const state = await limiter.get(key);
  if (state && state.consumedPoints > points) throw new LockedOut(secondsOf(state), whole, false);
}

/** One point at each door; those passed are given back where a later one is closed. */
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
