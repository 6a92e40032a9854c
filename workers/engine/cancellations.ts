import { cancelAsked } from './cancel.ts';
import type { WriteDb } from './processi.ts';
import type { Register } from './bullmq.ts';
import { JobCancelled, type Cancellations } from './run-job.ts';

/** Milliseconds between two looks for requests to cancel, which any process may have written. */
const LOOK_MS = 500;

/** Watches for requests to cancel jobs that run in this process; asks the database nothing while none runs. */
export function watchCancellations(writeDb: WriteDb, log: Register): Cancellations & { stop(): void } {
  const running = new Map<string, AbortController>();
  let looking = false;
  const look = async (): Promise<void> => {
    if (running.size === 0 || looking) return;
    looking = true;
    try {
      for (const id of await cancelAsked(writeDb, [...running.keys()])) running.get(id)?.abort(new JobCancelled());
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'cancelled jobs were not looked for');
    } finally {
      looking = false;
    }
  };
  const clock = setInterval(() => void look(), LOOK_MS);
  clock.unref();
  return {
    watch(id) {
      const stop = new AbortController();
      running.set(id, stop);
      return { signal: stop.signal, done: () => void running.delete(id) };
    },
    stop: () => clearInterval(clock),
  };
}
