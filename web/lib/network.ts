import { atom, type Atom } from 'jotai';
import { store } from './store.ts';

/**
 * Whether the portal can be reached. A write that finds no network waits here and goes again when
 * it is back; the banner says how many wait and lets the person give up.
 */
export interface NetworkState {
  online: boolean;
  /** Writes that wait for the network. */
  waiting: number;
  /** The instant at which the lists stand still, while the portal can be read and not written. */
  dataAsOf?: string | undefined;
}

export interface Network {
  readonly atom: Atom<NetworkState>;
  /** The value of `atom` now, for code outside React. */
  state(): NetworkState;
  /** A request got no answer. */
  lost(): void;
  /** A request got one, whichever; `dataAsOf`: the instant that it named, `null` where it named none, unknown when absent. */
  reached(dataAsOf?: string | null): void;
  /** Asks the portal now, whatever was known. */
  check(): Promise<boolean>;
  /** Resolves when the portal answers again. */
  back(): Promise<void>;
  /** Resolves true when the network is back, false when the person gave up or `signal` fired. */
  waitForIt(signal?: AbortSignal): Promise<boolean>;
  giveUp(): void;
}

interface Waiter {
  settle(back: boolean): void;
}

/** `probe` asks the portal for anything and rejects without an answer; `every` is in milliseconds. */
export function createNetwork(probe: () => Promise<unknown>, every = 3000): Network {
  const current = atom<NetworkState>({ online: true, waiting: 0 });
  const state = () => store.get(current);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiters = new Set<Waiter>();
  const set = (change: Partial<NetworkState>) => store.set(current, { ...state(), ...change });
  const settleAll = (back: boolean) => {
    for (const waiter of waiters) waiter.settle(back);
  };
  const reached = (named: string | null = state().dataAsOf ?? null) => {
    clearTimeout(timer);
    timer = undefined;
    const dataAsOf = named ?? undefined;
    if (!state().online || dataAsOf !== state().dataAsOf) set({ online: true, dataAsOf });
    settleAll(true);
  };
  const tryLater = () => {
    timer = setTimeout(() => {
      probe().then(() => reached(), tryLater);
    }, every);
  };
  const lost = () => {
    if (state().online) set({ online: false });
    if (timer === undefined) tryLater();
  };
  return {
    atom: current,
    state,
    lost,
    reached,
    check: () =>
      probe().then(
        () => {
          reached();
          return true;
        },
        () => {
          lost();
          return false;
        },
      ),
    back() {
      if (state().online) return Promise.resolve();
      return new Promise((resolve) => {
        const stop = store.sub(current, () => {
          if (!state().online) return;
          stop();
          resolve();
        });
      });
    },
    waitForIt(signal) {
      if (state().online) return Promise.resolve(true);
      if (signal?.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const waiter: Waiter = {
          settle(back) {
            waiters.delete(waiter);
            signal?.removeEventListener('abort', abort);
            set({ waiting: waiters.size });
            resolve(back);
          },
        };
        const abort = () => waiter.settle(false);
        signal?.addEventListener('abort', abort);
        waiters.add(waiter);
        set({ waiting: waiters.size });
      });
    },
    giveUp: () => settleAll(false),
  };
}
