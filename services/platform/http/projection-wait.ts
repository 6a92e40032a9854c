import { openDatabase, listen, CHANNEL, type ReadDatabase } from '#projections/database.ts';
import { passedByAll, projectionsState } from '#projections/engine/projections.queries.ts';
import type { ReadModelWait } from './read-model-wait.ts';

const TIMEOUT_MS = 2_000;
/** Only while somebody waits, for a notification that went lost. */
const POLL_MS = 250;

interface Waiting {
  position: string;
  resolve: (reached: boolean) => void;
}

/**
 * Waiting for the read models, however many wait: one read of the checkpoints serves them all.
 * `read` answers the position that every active projection has passed; `null` when there is none.
 */
export function waitingRoom(
  read: () => Promise<string | null>,
  pollMs = POLL_MS,
): ReadModelWait & { wake(): void; heard(): void; passed(position: string): void; forget(): void } {
  const waits = new Set<Waiting>();
  let reached = '';
  let reading = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  // a runner in this process tells by itself: then only the timer asks the database
  let told = false;

  const arrived = (position: string): void => {
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
    // the database away: the next look, or the end of the wait
    const position = await read().catch(() => null);
    reading = false;
    // another process runs the projections by now: it is listened to again
    if (position !== null && position > reached) told = false;
    arrived(position ?? '');
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
    /** A notification came, perhaps of what the runner has told already. */
    heard() {
      if (!told) wake();
    },
    passed(position) {
      told = true;
      arrived(position);
    },
    /**
     * Forgets the position reached. Commits of the projections do not wait for the disk, so a crashed database may have lost the last ones.
     */
    forget() {
      reached = '';
      told = false;
    },
    async until(position, timeoutMs = TIMEOUT_MS) {
      if (position <= reached) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const wait: Waiting = { position, resolve };
      waits.add(wait);
      adjustTimer();
      const scadenza = setTimeout(() => resolve(false), timeoutMs);
      if (!told) wake();
      try {
        return await promise;
      } finally {
        clearTimeout(scadenza);
        waits.delete(wait);
        adjustTimer();
      }
    },
  };
}

/** Waits for the projections of a database, wherever their runner is. */
export async function projectionWait({ url }: { url: string }): Promise<ReadModelWait & { close(): Promise<void> }> {
  const { db } = openDatabase<ReadDatabase>({ url, max: 1 });
  const wait = waitingRoom(async () => passedByAll(await projectionsState(db)));
  const listener = listen({ url, channel: CHANNEL, when: () => wait.heard(), gone: () => wait.forget() });
  return {
    until: wait.until,
    passed: wait.passed,
    async close() {
      await listener.close();
      await db.destroy();
    },
  };
}
