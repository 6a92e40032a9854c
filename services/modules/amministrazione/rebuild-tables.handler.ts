import { LOG_SHORTER_SENTENCE, LogShorter } from '#contracts/ports/log-shorter.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';

interface Needs {
  /** Rebuilds the tables; `progress` is called with 0 to 100. */
  rebuild(progress: (percent: number) => void, signal: AbortSignal): Promise<unknown>;
}

/** Rebuilds every read table from the log; the portal answers from the old tables until the new ones are complete. */
export function rebuildTablesHandler({ rebuild }: Needs): JobHandler {
  return async ({ progress, signal }) => {
    try {
      await rebuild((percent) => void progress(percent, 'Rilettura del registro degli eventi').catch(() => {}), signal);
    } catch (error) {
      // Events that are missing from the log are missing at the next attempt too.
      if (error instanceof LogShorter) return { failed: true, message: LOG_SHORTER_SENTENCE };
      throw error;
    }
    return { message: 'Tabelle di lettura ricostruite' };
  };
}
