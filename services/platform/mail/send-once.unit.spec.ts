import { describe, expect, it } from 'vitest';
import { MAIL_EVENTS } from '#contracts/jobs/mail.events.ts';
import { MailRefused, type Mail, type Mailer } from '#contracts/ports/mailer.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { sendOnce } from './send-once.ts';

const MAIL: Mail = {
  messageId: '<a@b>',
  from: 'p@x.it',
  to: ['a@x.it', 'b@x.it'],
  subject: 's',
  text: 't',
  html: 'h',
  at: '2026-01-01T00:00:00Z',
};
const OF = { id: 'lavoro', utente: 'anna', groupID: 3 };

/** Creates a mail server that can fail before or after a mail's content. */
function bench() {
  const store = memoryStore();
  let sent = 0;
  const mailer = (how: { before?: Error; after?: Error }): Mailer => ({
    async send(mail, beforeContent) {
      if (how.before) throw how.before;
      await beforeContent();
      if (how.after) throw how.after;
      sent += 1;
      return { accepted: [...mail.to] };
    },
  });
  const events = async () => (await store.read('posta-nome')).map(({ type }) => type);
  return {
    store,
    mailer,
    events,
    sent: () => sent,
    send: (how = {}, of: Parameters<typeof sendOnce>[3] = OF) => sendOnce({ store, mailer: mailer(how) }, 'nome', MAIL, of),
  };
}

describe('Una mail parte una volta sola', () => {
  it('partita, chi ci riprova ha gli stessi destinatari e non la manda di nuovo', async () => {
    const { send, sent, events, store } = bench();
    expect(await send()).toEqual(['a@x.it', 'b@x.it']);
    expect(await send()).toEqual(['a@x.it', 'b@x.it']);
    expect([sent(), await events()]).toEqual([1, [MAIL_EVENTS.iniziato, MAIL_EVENTS.riuscito]]);
    const [first] = await store.read('posta-nome');
    expect(first!.metadata).toMatchObject({ utente: 'anna', groupID: 3, correlationId: 'lavoro', origine: 'job' });
    expect(first!.metadata.commandId).toBe(first!.metadata.eventId);
  });

  it('è della richiesta da cui viene', async () => {
    const { send, store } = bench();
    await send({}, { ...OF, correlationId: 'richiesta' });
    expect((await store.read('posta-nome'))[0]!.metadata.correlationId).toBe('richiesta');
  });

  it('caduta la linea prima del contenuto, si riprova', async () => {
    const { send, sent, events } = bench();
    const lost = new Error('ECONNREFUSED');
    await expect(send({ before: lost })).rejects.toBe(lost);
    expect(await events()).toEqual([]);
    await send();
    expect(sent()).toBe(1);
  });

  it('caduta la linea dopo, non si sa se sia partita: non si riprova', async () => {
    const { send, sent } = bench();
    await expect(send({ after: new Error('ECONNRESET') })).rejects.toMatchObject({ code: 'MAIL_INCERTA' });
    await expect(send()).rejects.toMatchObject({ code: 'MAIL_INCERTA' });
    expect(sent()).toBe(0);
  });

  it('rifiutata per ora, si riprova; per sempre, si dice', async () => {
    const { send, sent, events } = bench();
    const later = new MailRefused('Il server di posta ha risposto 451', false);
    await expect(send({ after: later })).rejects.toBe(later);
    await expect(send({ before: later })).rejects.toBe(later);
    expect(await events()).toEqual([MAIL_EVENTS.iniziato, MAIL_EVENTS.respinto]);
    const never = new MailRefused('Il server di posta ha risposto 550', true);
    await expect(send({ after: never })).rejects.toMatchObject({
      code: 'MAIL_RESPINTA',
      message: 'Il server di posta ha risposto 550: la mail non è stata accettata.',
    });
    await expect(send({ before: never })).rejects.toMatchObject({ code: 'MAIL_RESPINTA' });
    await send();
    expect([sent(), await events()]).toEqual([
      1,
      [...[1, 2].flatMap(() => [MAIL_EVENTS.iniziato, MAIL_EVENTS.respinto]), MAIL_EVENTS.iniziato, MAIL_EVENTS.riuscito],
    ]);
  });

  it('due che la mandano insieme: la manda uno solo', async () => {
    const { store, mailer, events } = bench();
    let both = 0;
    const meet = Promise.withResolvers<void>();
    const waiting: Mailer = {
      async send(mail, beforeContent) {
        both += 1;
        if (both === 2) meet.resolve();
        await meet.promise;
        return mailer({}).send(mail, beforeContent);
      },
    };
    const ends = await Promise.allSettled([1, 2].map(() => sendOnce({ store, mailer: waiting }, 'nome', MAIL, OF)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await events()).filter((type) => type === MAIL_EVENTS.riuscito)).toHaveLength(1);
  });
});
