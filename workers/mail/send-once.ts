import { randomUUID } from 'node:crypto';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf } from '#contracts/core/facts.ts';
import type { Decision } from '#contracts/core/events.ts';
import { MAIL_EVENTS } from '#contracts/jobs/mail-cantiere.ts';
import { cantieriEvents } from '#contracts/modules/cantieri.events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobContext } from '#contracts/ports/job-queue.ts';
import { MailRefused, type Mail, type Mailer } from '#contracts/ports/mailer.ts';

interface Needs {
  store: EventStore;
  mailer: Mailer;
}

/**
 * Sends a mail once, and answers who it went to; `name` is the mail's own, the same at every attempt.
 * Whether its content may have left is recorded before it leaves, so that neither a retry nor a crash
 * sends it a second time: where nobody knows, a person is told (MAIL_INCERTA). Refused for good:
 * MAIL_RESPINTA; any other error: it may be tried again.
 */
export async function sendOnce({ store, mailer }: Needs, name: string, mail: Mail, of: Caused): Promise<string[]> {
  const log = attempts(store, `posta-${name}`, of);
  return (await log.sentTo()) ?? handOver(mailer, mail, log);
}

type Caused = Pick<JobContext, 'id' | 'utente' | 'groupID' | 'correlationId'>;
type Attempts = ReturnType<typeof attempts>;

async function handOver(mailer: Mailer, mail: Mail, log: Attempts): Promise<string[]> {
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
function attempts(store: EventStore, stream: string, { id, utente, groupID, correlationId = id }: Caused) {
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
      const metadata = { eventId, commandId: eventId, correlationId, utente, groupID, at: new Date().toISOString(), origine: 'job' };
      await store.append(stream, [{ ...fact, metadata }], version === 0 ? 'none' : version);
      version += 1;
    },
  };
}
