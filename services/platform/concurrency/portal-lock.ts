import pLimit from 'p-limit';
import type { Kysely } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';

/** Key of the portal's advisory lock. */
const NUMBER = 7_204_119;

/** Advisory lock functions of PostgreSQL, which end with the transaction. */
const TAKE = { exclusive: 'pg_advisory_xact_lock', shared: 'pg_advisory_xact_lock_shared' } as const;

/** Milliseconds for which tasks of this process join a shared lock that is held. Bounds the wait of an exclusive task for later ones. */
const JOIN_MS = 20;

/** Mode of the portal's lock: held alone, or together with other tasks that share it. */
export type LockMode = keyof typeof TAKE;

/** Runs a task while it holds the portal's lock. */
export type WithLock = <T>(mode: LockMode, task: () => Promise<T>) => Promise<T>;

/**
 * Creates the portal's lock, over all processes. Rules such as "at least one administrator" span streams, so the check of a stream's version
 * cannot keep them. The tasks of this process hold at most three connections: exclusive ones wait in a local queue, and shared ones join
 * each other.
 */
export function portalLock(db: Kysely<WriteDatabase>): WithLock {
  const hold: WithLock = (mode, task) =>
    db.transaction().execute(async (tx) => {
      await tx.selectNoFrom(({ fn, lit }) => fn(TAKE[mode], [lit(NUMBER)]).as('locked')).execute();
      return task();
    });
  const inTurn = pLimit(1);
  const joined = joinShared(hold);
  return (mode, task) => (mode === 'shared' ? joined(task) : inTurn(() => hold(mode, task)));
}

/** A shared lock of this process, and its tasks. */
interface Holder {
  /** Resolves when the lock is held; rejects if it cannot be taken. */
  held: Promise<void>;
  tasks: number;
  release(): void;
}

/** Creates the function that runs tasks under one shared lock, as long as they begin within `JOIN_MS` of its being taken. */
function joinShared(hold: WithLock): <T>(task: () => Promise<T>) => Promise<T> {
  let open: Holder | undefined;
  const begin = (): Holder => {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder: Holder = { held: held.promise, tasks: 0, release: released.resolve };
    hold('shared', () => {
      held.resolve();
      setTimeout(() => close(holder), JOIN_MS);
      return released.promise;
    }).catch((error: unknown) => {
      close(holder);
      held.reject(error);
    });
    return holder;
  };
  /** Lets no further task join; releases the lock if no task is left. */
  const close = (holder: Holder): void => {
    if (open === holder) open = undefined;
    if (holder.tasks === 0) holder.release();
  };
  return async (task) => {
    const holder = (open ??= begin());
    holder.tasks += 1;
    try {
      await holder.held;
      return await task();
    } finally {
      holder.tasks -= 1;
      if (holder.tasks === 0) close(holder);
    }
  };
}

/** Lock of a dry run, which records nothing and so needs none. */
export const withoutLock: WithLock = (_mode, task) => task();
