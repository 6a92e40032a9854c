import { randomUUID } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf } from '#contracts/core/facts.ts';
import type { Decision } from '#contracts/core/events.ts';
import { countOf } from '#contracts/core/formats.ts';
import { mailCantiere, MAIL_EVENTS } from '#contracts/jobs/mail-cantiere.ts';
import { cantieriEvents } from '#contracts/modules/cantieri.events.ts';
import { MAIL_INVIATA, type MailInviata } from '#contracts/modules/mail-inviata.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import { MailRefused, type Mailer } from '#contracts/ports/mailer.ts';

interface Needs {
  dispatch: Dispatch;
  store: EventStore;
  mailer: Mailer;
}

/** Namespace of what follows from a mail: run again, it is the same. */
const NAMESPACE = '8f0a1d5e-2c1d-4f0b-bb0d-0d8a2f3e6c11';

/**
 * Sends the mail once. Whether its content may have left is recorded before it leaves, so that
 * neither a retry nor a crash sends it a second time: where nobody knows, a person is told.
 */
export function mailCantiereHandler(needs: Needs): JobHandler {
  return async (context) => {
    const { commessa, ...mail } = mailCantiere.data.parse(context.data);
    const log = attempts(needs.store, context);
    const sent = (await log.sentTo()) ?? (await handOver(needs.mailer, mail, log));
    await told(needs.dispatch, context, commessa, sent, mail.messageId);
    return { message: `Mail inviata correttamente a ${countOf(sent.length, 'indirizzo', 'indirizzi')}` };
  };
}

type Attempts = ReturnType<typeof attempts>;

async function handOver(mailer: Mailer, mail: Parameters<Mailer['send']>[0], log: Attempts): Promise<string[]> {
  let leaving = false;
  try {
    const { accepted } = await mailer.send(mail, async () => {
      await log.add(factOf(cantieriEvents, MAIL_EVENTS.iniziato, {}));
      leaving = true;
    });
    await log.add(factOf(cantieriEvents, MAIL_EVENTS.riuscito, { destinatari: accepted.join(', ') }));
    return accepted;
  } catch (error) {
    if (error instanceof MailRefused) {
      if (leaving) await log.add(factOf(cantieriEvents, MAIL_EVENTS.respinto, {}));
      if (error.permanent) throw new DomainError('MAIL_RESPINTA', { message: `${error.message}: la mail non è stata accettata.` });
    } else if (leaving) throw new DomainError('MAIL_INCERTA');
    throw error;
  }
}

/** The stream of one mail. Its version, as it was when nothing had been sent, keeps two workers from sending the same one. */
function attempts(store: EventStore, { id, utente, groupID }: JobContext) {
  const stream = `posta-${id}`;
  let version = 0;
  return {
    /** Who it went to; `null` when it has still to be sent. Throws where that is not known. */
    async sentTo(): Promise<string[] | null> {
      const events = await store.read(stream);
      version = events.length;
      const last = events.at(-1);
      if (last?.type === MAIL_EVENTS.iniziato) throw new DomainError('MAIL_INCERTA');
      return last?.type === MAIL_EVENTS.riuscito ? String(last.data['destinatari']).split(', ') : null;
    },
    async add(fact: Decision): Promise<void> {
      // one of its own: another worker's word at this place is not this one's said again
      const eventId = randomUUID();
      const metadata = { eventId, commandId: eventId, correlationId: id, utente, groupID, at: new Date().toISOString(), origine: 'job' };
      await store.append(stream, [{ ...fact, metadata }], version === 0 ? 'none' : version);
      version += 1;
    },
  };
}

/** The site's history says who wrote to whom; a site that was deleted meanwhile has none to say it in. */
async function told(
  dispatch: Dispatch,
  { id, utente, groupID }: JobContext,
  commessa: string,
  to: readonly string[],
  messageId: string,
): Promise<void> {
  const body: MailInviata = { destinatari: to.join(', '), messaggio: messageId };
  await dispatch(
    { register: cantieri.path, action: 'named', name: MAIL_INVIATA, key: commessa, body },
    {
      identity: { memberID: utente, groupID, permessi: {} },
      commandId: uuidV5(`${id}/cantiere`, NAMESPACE),
      correlationId: id,
      origine: 'sistema',
    },
  ).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'SCONOSCIUTO')) throw error;
  });
}
