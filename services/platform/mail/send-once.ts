import { randomUUID } from 'node:crypto';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf } from '#contracts/core/facts.ts';
import type { Decision } from '#contracts/core/events.ts';
import { MAIL_EVENTS, mailEvents } from '#contracts/jobs/mail.events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobContext } from '#contracts/ports/job-queue.ts';
import { MailRefused, type Mail, type Mailer } from '#contracts/ports/mailer.ts';

interface Needs {
  store: EventStore;
  mailer: Mailer;
}

/**
 * Sends a mail once and returns its recipients; `name` identifies the mail and is the same at every attempt. Records that the mail may
 * leave before it leaves, so that neither a retry nor a crash sends it twice. Throws MAIL_INCERTA if nobody knows whether it left,
 * MAIL_RESPINTA if it was refused for good; after any other error it may be tried again.
 */
export async function sendOnce({ store, mailer }: Needs, name: string, mail: Mail, of: MailCause): Promise<string[]> {
  const log = attempts(store, `posta-${name}`, of);
  return (await log.sentTo()) ?? handOver(mailer, mail, log);
}

type MailCause = Pick<JobContext, 'id' | 'utente' | 'groupID' | 'correlationId'>;
type Attempts = ReturnType<typeof attempts>;

async function handOver(mailer: Mailer, mail: Mail, log: Attempts): Promise<string[]> {
  let leaving = false;
  try {
    const { accepted } = await mailer.send(mail, async () => {
      await log.add(factOf(mailEvents, MAIL_EVENTS.iniziato, {}));
      leaving = true;
    });
    await log.add(factOf(mailEvents, MAIL_EVENTS.riuscito, { destinatari: accepted.join(', ') }));
    return accepted;
  } catch (error) {
    if (error instanceof MailRefused) {
      if (leaving) await log.add(factOf(mailEvents, MAIL_EVENTS.respinto, {}));
      if (error.permanent) throw new DomainError('MAIL_RESPINTA', { message: `${error.message}: la mail non è stata accettata.` });
    } else if (leaving) throw new DomainError('MAIL_INCERTA');
    throw error;
  }
}

/** Stream of one mail's attempts. Appending at the version of the first read keeps two workers from sending the same mail. */
function attempts(store: EventStore, stream: string, { id, utente, groupID, correlationId = id }: MailCause) {
  let version = 0;
  return {
    /**
     * Returns the recipients if the mail was sent; `null` if it has still to be sent. Throws MAIL_INCERTA if an earlier attempt did not
     * record its outcome.
     */
    async sentTo(): Promise<string[] | null> {
      const events = await store.read(stream);
      version = events.length;
      const last = events.at(-1);
      if (last?.type === MAIL_EVENTS.iniziato) throw new DomainError('MAIL_INCERTA');
      return last?.type === MAIL_EVENTS.riuscito ? String(last.data['destinatari']).split(', ') : null;
    },
    async add(fact: Decision): Promise<void> {
      // a random id, since another worker's event at this version must not count as a repetition of this event
      const eventId = randomUUID();
      const metadata = { eventId, commandId: eventId, correlationId, utente, groupID, at: new Date().toISOString(), origine: 'job' };
      await store.append(stream, [{ ...fact, metadata }], version === 0 ? 'none' : version);
      version += 1;
    },
  };
}
