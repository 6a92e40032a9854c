import pTimeout from 'p-timeout';

/** Interval of asking both databases for their position. */
const TICK_MS = 250;
/** A replica that says nothing for so long is away. */
const SILENCE_MS = 1000;
/** After so long every other node of the portal has noticed too. */
const NOTICED_MS = 3 * TICK_MS;

/**
 * `used`: this process reads from it. `left`: no longer, but another one may not have noticed yet.
 * `unused`: no process does.
 */
export type ReplicaState = 'used' | 'left' | 'unused';

interface Watched {
  /** Returns the position that all active projections have passed on the main database; `null` without any. */
  main(): Promise<string | null>;
  /** The same on the replica. Rejects where it is away, or of another database. */
  replica(): Promise<string | null>;
  /** `away`: what it was asked has no answer coming. Told of one that is away from the start too, once. */
  changed(state: ReplicaState, why: { away: boolean; reason: string }): void;
  now?(): number;
}

export interface ReplicaWatch {
  state(): ReplicaState;
  /** Somebody could not read from it. */
  failed(error: unknown): void;
  /** Asks both once; the timer does so by itself. */
  look(): Promise<void>;
  start(): void;
  close(): void;
}

/**
 * Whether a replica is worth reading from: not from the moment that it is half a second behind or
 * away, and again as soon as it has caught up.
 */
export function watchReplica({ main, replica, changed, now = Date.now }: Watched): ReplicaWatch {
  let state: ReplicaState = 'unused';
  let since = 0;
  // where the main database stood when it was asked the last two times, the newer first
  let stood: readonly (string | null)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let met = false;

  const become = (next: ReplicaState, reason: string, away = false): void => {
    if (closed) return;
    state = next;
    since = now();
    changed(next, { away, reason });
  };
  const judge = (there: PromiseSettledResult<string | null>): void => {
    if (there.status === 'rejected') {
      if (state === 'used') become('left', messageOf(there.reason), true);
      else if (!met) become('unused', messageOf(there.reason), true);
      met = true;
      return;
    }
    met = true;
    const behind = (than: string | null | undefined): boolean => (than ?? '') > (there.value ?? '');
    if (state === 'used' && behind(stood[1])) become('left', 'it is behind');
    else if (state !== 'used' && stood.length > 0 && !behind(stood[0])) become('used', 'it has caught up');
  };
  const look = async (): Promise<void> => {
    const [ahead, there] = await Promise.allSettled([main(), replica()].map((asked) => pTimeout(asked, { milliseconds: SILENCE_MS })));
    judge(there!);
    if (ahead!.status === 'fulfilled') stood = [ahead!.value, ...stood].slice(0, 2);
    if (state === 'left' && now() - since >= NOTICED_MS) become('unused', 'everybody has noticed');
  };
  return {
    state: () => state,
    failed(error) {
      if (state === 'used') become('left', messageOf(error), true);
    },
    look,
    start() {
      let looking = false;
      timer = setInterval(() => {
        if (looking) return;
        looking = true;
        void look().finally(() => {
          looking = false;
        });
      }, TICK_MS);
    },
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
