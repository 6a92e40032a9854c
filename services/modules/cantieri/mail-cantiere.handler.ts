import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import { mailCantiere } from '#contracts/jobs/mail-cantiere.ts';
import { MAIL_INVIATA, type MailInviata } from '#contracts/modules/mail-inviata.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import { sendOnce } from '#services/platform/mail/send-once.ts';

interface Needs {
  dispatch: Dispatch;
  store: EventStore;
  mailer: Mailer;
}

/** Namespace of the ids of commands that follow from a mail, so that a repeated job sends the same command. */
const NAMESPACE = '8f0a1d5e-2c1d-4f0b-bb0d-0d8a2f3e6c11';

/** Creates the handler that sends a mail once and records it in the site's history. */
export function mailCantiereHandler(needs: Needs): JobHandler {
  return async (context) => {
    const { commessa, ...mail } = mailCantiere.data.parse(context.data);
    const sent = await sendOnce(needs, context.id, mail, context);
    await recordMail(needs.dispatch, context, commessa, { destinatari: sent.join(', '), messaggio: mail.messageId });
    return { message: `Mail inviata correttamente a ${countOf(sent.length, 'indirizzo', 'indirizzi')}` };
  };
}

/** Records the recipients in the site's history. A site that was deleted in the meantime has no history to write to. */
async function recordMail(
  dispatch: Dispatch,
  { id, utente, groupID, correlationId = id }: JobContext,
  commessa: string,
  body: MailInviata,
): Promise<void> {
  await dispatch(
    { register: cantieri.path, action: 'named', name: MAIL_INVIATA, key: commessa, body },
    {
      identity: { memberID: utente, groupID, permessi: {} },
      commandId: uuidV5(`${id}/cantiere`, NAMESPACE),
      correlationId,
      origine: 'sistema',
    },
  ).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'SCONOSCIUTO')) throw error;
  });
}
