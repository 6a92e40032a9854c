import { countOf } from '#contracts/core/formats.ts';
import { mailGuasto } from '#contracts/jobs/mail-guasto.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import { sendOnce } from '../mail/send-once.ts';

/** Sends the notice of a fault once. */
export function mailGuastoHandler(needs: { store: EventStore; mailer: Mailer }): JobHandler {
  return async (context) => {
    const sent = await sendOnce(needs, context.id, mailGuasto.data.parse(context.data), context);
    return { message: `Avviso di guasto inviato a ${countOf(sent.length, 'indirizzo', 'indirizzi')}` };
  };
}
