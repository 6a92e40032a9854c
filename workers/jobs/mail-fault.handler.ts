import { countOf } from '#contracts/core/formats.ts';
import { mailFault } from '#contracts/jobs/mail-fault.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import { sendOnce } from '../mail/send-once.ts';

/** Sends the notice of a fault once. */
export function mailFaultHandler(needs: { store: EventStore; mailer: Mailer }): JobHandler {
  return async (context) => {
    const sent = await sendOnce(needs, context.id, mailFault.data.parse(context.data), context);
    return { message: `Avviso di guasto inviato a ${countOf(sent.length, 'indirizzo', 'indirizzi')}` };
  };
}
