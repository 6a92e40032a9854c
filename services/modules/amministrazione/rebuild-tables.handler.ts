import { LOG_SHORTER_SENTENCE, LogShorter } from '#contracts/ports/log-shorter.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';

interface Needs {
  /** Rebuilds the tables; `progress` is called with 0 to 100. */
  rebuild(progress: (percent: number) => void, signal: AbortSignal): Promise<unknown>;
}

/** Creates the handler that rebuilds all read tables from the log. The old tables serve requests until the new ones are complete. */
export function rebuildTablesHandler({ rebuild }: Needs): JobHandler {
  return async ({ progress, signal }) => {
    try {
      await rebuild((percent) => void progress(percent, 'Rilettura del registro degli eventi').catch(() => {}), signal);
    } catch (error) {
      // A retry would find the same events missing from the log, so the job fails without one.
      if (error instanceof LogShorter) return { failed: true, message: LOG_SHORTER_SENTENCE };
      throw error;
    }
    return { message: 'Tabelle di lettura ricostruite' };
  };
}
