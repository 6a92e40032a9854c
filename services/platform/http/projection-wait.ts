import { openDatabase, listen, CHANNEL, type ReadDatabase } from '#projections/database.ts';
import { passedByAll, projectionsState } from '#projections/engine/projections.queries.ts';
import type { ReadModelWait } from './read-model-wait.ts';

const TIMEOUT_MS = 2_000;
/** Milliseconds between polls while a request waits, in case a notification is lost. */
const POLL_MS = 250;

interface Waiting {
  position: string;
  resolve: (reached: boolean) => void;
}

/**
 * Creates a wait for the read models in which one query of the checkpoints serves all waiting requests. `readPosition` returns the position
 * that every active projection has passed; `null` without projections.
 */
export function positionWait(
  readPosition: () => Promise<string | null>,
  pollMs = POLL_MS,
): ReadModelWait & { wake(): void; heard(): void; passed(position: string): void; awaited(): boolean; forget(): void } {
  const waits = new Set<Waiting>();
  let reached = '';
  let reading = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  // true while a runner in this process reports positions, so that only the timer queries the database
  let hasRunner = false;

  const advanceTo = (position: string): void => {
    if (position > reached) reached = position;
    for (const wait of waits) if (wait.position <= reached) wait.resolve(true);
  };
  const wake = (): void => {
    if (waits.size === 0) return;
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    void check();
  };
  const check = async (): Promise<void> => {
    // if the database is unreachable, the next poll tries again until the wait times out
    const position = await readPosition().catch(() => null);
    reading = false;
    // another process runs the projections now, so its notifications count again
    if (position !== null && position > reached) hasRunner = false;
    advanceTo(position ?? '');
    if (again) {
      again = false;
      wake();
    }
  };
  const adjustTimer = (): void => {
    if (waits.size > 0) timer ??= setInterval(wake, pollMs);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  return {
    wake,
    /** Handles a notification, which is ignored if this process's runner reports positions itself. */
    heard() {
      if (!hasRunner) wake();
    },
    passed(position) {
      hasRunner = true;
      advanceTo(position);
    },
    awaited: () => waits.size > 0,
    /**
     * Forgets the position reached. Commits of the projections do not wait for the disk, so a crashed database may have lost the last ones.
     */
    forget() {
      reached = '';
      hasRunner = false;
    },
    async until(position, timeoutMs = TIMEOUT_MS) {
      if (position <= reached) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const wait: Waiting = { position, resolve };
      waits.add(wait);
      adjustTimer();
      const timeout = setTimeout(() => resolve(false), timeoutMs);
      if (!hasRunner) wake();
      try {
        return await promise;
      } finally {
        clearTimeout(timeout);
        waits.delete(wait);
        adjustTimer();
      }
    },
  };
}

/** Creates a wait for the projections of a database, whichever process runs them. */
export async function projectionWait({ url }: { url: string }): Promise<ReadModelWait & { close(): Promise<void> }> {
  const { db } = openDatabase<ReadDatabase>({ url, max: 1 });
  const wait = positionWait(async () => passedByAll(await projectionsState(db)));
  const listener = listen({ url, channel: CHANNEL, when: () => wait.heard(), gone: () => wait.forget() });
  return {
    until: wait.until,
    passed: wait.passed,
    awaited: wait.awaited,
    async close() {
      await listener.close();
      await db.destroy();
    },
  };
}
