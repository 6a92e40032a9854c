import pTimeout from 'p-timeout';

/** Milliseconds between two queries of both databases' positions. */
const TICK_MS = 250;
/** Timeout in milliseconds after which a database counts as unreachable. */
const SILENCE_MS = 1000;
/** Milliseconds after which every other node has stopped reading from a replica that failed. */
const NOTICED_MS = 3 * TICK_MS;

/**
 * Use of the replica. `used`: this process reads from the replica. `left`: this process has stopped, but another may still read from
 * the replica. `unused`: no process reads from the replica.
 */
export type ReplicaState = 'used' | 'left' | 'unused';

interface WatchedPositions {
  /** Returns the position that all active projections have passed on the main database; `null` without any. */
  main(): Promise<string | null>;
  /** Returns the same position on the replica. Rejects if the replica is unreachable, or belongs to another database. */
  replica(): Promise<string | null>;
  /** Called on each change of state, and once for a replica unreachable from the start. `away`: pending queries get no answer. */
  changed(state: ReplicaState, why: { away: boolean; reason: string }): void;
  now?(): number;
}

export interface ReplicaWatch {
  state(): ReplicaState;
  /** Reports a failed read from the replica. */
  failed(error: unknown): void;
  /** Queries both databases once, as the timer does. */
  look(): Promise<void>;
  start(): void;
  close(): void;
}

/**
 * Watches whether the replica is recent enough for reading. Stops its use when it is half a second behind or unreachable, and resumes
 * when it has caught up.
 */
export function watchReplica({ main, replica, changed, now = Date.now }: WatchedPositions): ReplicaWatch {
  let state: ReplicaState = 'unused';
  let since = 0;
  // the main database's last two positions, newest first
  let stood: readonly (string | null)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let met = false;

  const become = (next: ReplicaState, reason: string, { away = false }: { away?: boolean } = {}): void => {
    if (closed) return;
    state = next;
    since = now();
    changed(next, { away, reason });
  };
  const judge = (result: PromiseSettledResult<string | null>): void => {
    if (result.status === 'rejected') {
      if (state === 'used') become('left', messageOf(result.reason), { away: true });
      else if (!met) become('unused', messageOf(result.reason), { away: true });
      met = true;
      return;
    }
    met = true;
    const behind = (than: string | null | undefined): boolean => (than ?? '') > (result.value ?? '');
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
      if (state === 'used') become('left', messageOf(error), { away: true });
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
