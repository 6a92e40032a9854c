import { backupWarning } from '#contracts/jobs/backup-warning.ts';
import { countOf } from '#contracts/core/formats.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import { sendOnce } from '../mail/send-once.ts';

interface Needs {
  store: EventStore;
  mailer: Mailer;
}

/** One mail to all of group 2, sent once. */
export function backupWarningHandler(needs: Needs): JobHandler {
  return async (context) => {
    const sent = await sendOnce(needs, context.id, backupWarning.data.parse(context.data), context);
    return { message: `Avviso inviato a ${countOf(sent.length, 'indirizzo', 'indirizzi')}` };
  };
}
