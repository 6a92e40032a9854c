import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { Tools } from './index.ts';

/** Every read table made again from the log; the portal answers from the old ones until the new ones are whole. */
export function ricostruisciLettureHandler({ rebuild }: Pick<Tools, 'rebuild'>): JobHandler {
  return async ({ progress }) => {
    await rebuild((percent) => void progress(percent, 'Rilettura del registro degli eventi').catch(() => {}));
    return { message: 'Tabelle di lettura ricostruite' };
  };
}
