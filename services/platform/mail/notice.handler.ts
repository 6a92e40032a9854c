import { countOf } from '#contracts/core/formats.ts';
import type { backupWarning } from '#contracts/jobs/backup-warning.ts';
import type { mailCheckpoint } from '#contracts/jobs/mail-checkpoint.ts';
import type { mailFault } from '#contracts/jobs/mail-fault.ts';
import type { mailNewBrowser } from '#contracts/jobs/mail-new-browser.ts';
import type { mailPassword } from '#contracts/jobs/mail-password.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import { sendOnce } from './send-once.ts';

interface Needs {
  store: EventStore;
  mailer: Mailer;
}

/**
 * Creates the job handler that sends one of the portal's own mails to several people, once. `called` names the mail in the job's message.
 */
export function noticeHandler(
  needs: Needs,
  { data }: typeof backupWarning | typeof mailCheckpoint | typeof mailFault | typeof mailNewBrowser | typeof mailPassword,
  noticeName: string,
): JobHandler {
  return async (context) => {
    const sent = await sendOnce(needs, context.id, data.parse(context.data), context);
    return { message: `${noticeName} a ${countOf(sent.length, 'indirizzo', 'indirizzi')}` };
  };
}
