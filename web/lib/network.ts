import { atom, type Atom } from 'jotai';
import { store } from './store.ts';

/**
 * Reachability of the portal. A write without a network waits and is sent again once the portal responds; the banner shows the number of
 * waiting writes and lets the person cancel them.
 */
export interface NetworkState {
  online: boolean;
  /** Number of writes that wait for the network. */
  waitingCount: number;
  /** Instant of the data shown in lists while the portal accepts reads but no writes. */
  dataAsOf?: string | undefined;
}

export interface Network {
  readonly atom: Atom<NetworkState>;
  /** Returns the current value of `atom`, for code outside React. */
  state(): NetworkState;
  /** Records that a request got no response. */
  lost(): void;
  /** Records that a request got a response. `dataAsOf`: the instant named in the response, `null` if it names none; absent: unchanged. */
  reached(dataAsOf?: string | null): void;
  /** Sends a health check now; resolves to whether the portal responded. */
  check(): Promise<boolean>;
  /** Resolves when the portal responds again. */
  back(): Promise<void>;
  /** Resolves to true when the network is back, to false when the person cancels or `signal` aborts. */
  waitForIt(signal?: AbortSignal): Promise<boolean>;
  giveUp(): void;
}

interface Waiter {
  settle(back: boolean): void;
}

/** Tells whether the browser has a network at all. The portal may still be reached without one, on the same machine. */
const browserHasNetwork = (): boolean => navigator.onLine !== false;

/**
 * Creates the network state. `probe` sends a health check and rejects without a response; `every` is the interval of the checks in
 * milliseconds. While the browser has no network, the checks go on after a response too, since it may have been under way before.
 */
export function createNetwork(probe: () => Promise<unknown>, every = 3000, hasNetwork: () => boolean = browserHasNetwork): Network {
  const current = atom<NetworkState>({ online: true, waitingCount: 0 });
  const state = () => store.get(current);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiters = new Set<Waiter>();
  const set = (change: Partial<NetworkState>) => store.set(current, { ...state(), ...change });
  const settleAll = (back: boolean) => {
    for (const waiter of waiters) waiter.settle(back);
  };
  const markOnline = (instant: string | null = state().dataAsOf ?? null) => {
    clearTimeout(timer);
    timer = undefined;
    const dataAsOf = instant ?? undefined;
    if (!state().online || dataAsOf !== state().dataAsOf) set({ online: true, dataAsOf });
    settleAll(true);
    if (!hasNetwork()) tryLater();
  };
  const tryLater = () => {
    timer = setTimeout(() => {
      probe().then(
        () => markOnline(),
        () => {
          timer = undefined;
          markOffline();
        },
      );
    }, every);
  };
  const markOffline = () => {
    if (state().online) set({ online: false });
    if (timer === undefined) tryLater();
  };
  return {
    atom: current,
    state,
    lost: markOffline,
    reached: markOnline,
    check: () =>
      probe().then(
        () => {
          markOnline();
          return true;
        },
        () => {
          markOffline();
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
            set({ waitingCount: waiters.size });
            resolve(back);
          },
        };
        const abort = () => waiter.settle(false);
        signal?.addEventListener('abort', abort);
        waiters.add(waiter);
        set({ waitingCount: waiters.size });
      });
    },
    giveUp: () => settleAll(false),
  };
}
