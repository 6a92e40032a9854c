import { LOG_SHORTER_SENTENCE, LogShorter } from '#contracts/ports/log-shorter.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';

interface Needs {
  /** Told how far it is, 0 to 100. */
  rebuild(progress: (percent: number) => void, signal: AbortSignal): Promise<unknown>;
}

/** Every read table made again from the log; the portal answers from the old ones until the new ones are whole. */
export function rebuildTablesHandler({ rebuild }: Needs): JobHandler {
  return async ({ progress, signal }) => {
    try {
      await rebuild((percent) => void progress(percent, 'Rilettura del registro degli eventi').catch(() => {}), signal);
    } catch (error) {
      // what is gone from the log does not come back at the next attempt
      if (error instanceof LogShorter) return { failed: true, message: LOG_SHORTER_SENTENCE };
      throw error;
    }
    return { message: 'Tabelle di lettura ricostruite' };
  };
}
