import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { dueItem } from '#contracts/modules/scadenze/due-item.testing.ts';
import { reminderStream } from '#contracts/modules/scadenze/reminder-facts.ts';
import { systemClock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Digest } from '#contracts/ports/reminder-reader.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { smtpMailer } from '#services/platform/mail/smtp-mailer.ts';
import { catalogue } from '../../../test/catalogue.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { promemoriaHandler } from './promemoria.handler.ts';

const GIORNO = '2026-11-23';
const DATA = {
  giorno: GIORNO,
  from: 'Strato <strato@example.it>',
  ditta: 'Strato',
  portale: 'https://p.example.it',
  at: '2026-11-23T05:30:00.000Z',
};
const ROW = dueItem();
const digest = (memberID: string, more: Partial<Digest> = {}): Digest => ({
  memberID,
  name: null,
  address: `${memberID}@example.it`,
  rows: [ROW],
  notices: 0,
  lastFailure: null,
  ...more,
});

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Starts a real SMTP server; `answer` decides how the server responds to a mail, by its recipient. */
async function server(answer: (to: string) => number | null = () => null) {
  const { close, ...smtp } = await startMailServer({ recipient: answer });
  open.push(close);
  return smtp;
}

function scene(url: string, digests: Digest[], store: EventStore = memoryStore()) {
  const handler = promemoriaHandler({
    catalogue,
    clock: systemClock,
    store,
    mailer: smtpMailer({ url, timeout: 500 }),
    reminders: { digestsOf: async () => digests },
  });
  const context = { data: DATA, utente: 'sistema', groupID: 2, signal: new AbortController().signal, progress: async () => {} };
  return {
    store,
    run: (id = 'job-1') => handler({ ...context, id }),
    facts: async (who: string) =>
      (await store.read(reminderStream(GIORNO, who))).map(({ type, data }) =>
        type === 'PromemoriaInviato.v1' ? 'inviato' : data['esito'],
      ),
    posta: async (who: string) => (await store.read(`posta-promemoria-${GIORNO}-${who}`)).map(({ type }) => type),
  };
}

const none = { inviati: 0, gia_inviati: 0, non_consegnati: 0, senza_indirizzo: 0 };
const metadata = () => ({
  eventId: randomUUID(),
  commandId: randomUUID(),
  correlationId: 'job-0',
  utente: 'sistema',
  groupID: 2,
  at: DATA.at,
  origine: 'job',
});

describe('i promemoria di un mattino', () => {
  it('una mail a testa, in testo e HTML; rifatti non ne parte un’altra', async () => {
    const { url, mails } = await server();
    const { run, facts } = scene(url, [digest('anna'), digest('ugo')]);
    expect(await run()).toEqual({ message: '2 promemoria inviati', data: { ...none, inviati: 2 } });
    expect(await run('job-2')).toEqual({ message: '0 promemoria inviati, 2 già inviati', data: { ...none, gia_inviati: 2 } });
    expect(mails.map(({ to }) => to)).toEqual(['anna@example.it', 'ugo@example.it']);
    expect(mails[0]?.raw).toContain('text/plain');
    expect(mails[0]?.raw).toContain('text/html');
    expect(await facts('anna')).toEqual(['inviato']);
  });

  it('un indirizzo che il server respinge è detto, e non ferma gli altri; corretto, parte', async () => {
    const { url, mails } = await server((to) => (to.startsWith('rotto') ? 550 : null));
    const { run, facts, store } = scene(url, [digest('anna', { address: 'rotto@example.it' }), digest('ugo')]);
    expect((await run()).data).toEqual({ ...none, inviati: 1, non_consegnati: 1 });
    expect(await facts('anna')).toEqual(['respinto']);
    // A job resumed after a crash does not ask the server a second time.
    expect((await run()).data).toEqual({ ...none, gia_inviati: 1, non_consegnati: 1 });
    expect(await facts('anna')).toEqual(['respinto']);
    const mended = scene(url, [digest('anna')], store);
    expect((await mended.run('job-2')).data).toEqual({ ...none, inviati: 1 });
    expect(await facts('anna')).toEqual(['respinto', 'inviato']);
    expect(mails.map(({ to }) => to)).toEqual(['ugo@example.it', 'anna@example.it']);
  });

  it('rifiutato per il momento si riprova: agli altri è già arrivato, e una volta sola', async () => {
    let full = true;
    const { url, mails } = await server((to) => (full && to.startsWith('anna') ? 451 : null));
    const { run, facts } = scene(url, [digest('anna'), digest('ugo')]);
    const failed = await run().then(
      () => null,
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ status: 503, message: '1 promemoria non è partito: il server di posta non risponde.' });
    expect(failed).toBeInstanceOf(DomainError);
    expect(await facts('anna')).toEqual(['rimandato']);
    full = false;
    expect((await run()).data).toEqual({ ...none, inviati: 1, gia_inviati: 1 });
    expect(mails.map(({ to }) => to)).toEqual(['ugo@example.it', 'anna@example.it']);
    expect(await facts('anna')).toEqual(['rimandato', 'inviato']);
  });

  it('chi non ha un indirizzo è detto una volta, non ogni mattino', async () => {
    const { url, mails } = await server();
    const first = scene(url, [digest('anna', { address: null })]);
    expect(await first.run()).toEqual({
      message: '0 promemoria inviati, 1 persona senza indirizzo e-mail',
      data: { ...none, senza_indirizzo: 1 },
    });
    expect(await first.facts('anna')).toEqual(['senza_indirizzo']);
    const after = scene(url, [digest('anna', { address: null, lastFailure: 'senza_indirizzo' })]);
    expect((await after.run()).data).toEqual({ ...none, senza_indirizzo: 1 });
    expect([await after.facts('anna'), mails]).toEqual([[], []]);
  });

  it('un processo che muore mentre manda non rimanda: nessuno sa, e lo si dice', async () => {
    const { url, mails } = await server();
    const { run, facts, store } = scene(url, [digest('anna'), digest('ugo')]);
    await store.append(`posta-promemoria-${GIORNO}-anna`, [{ type: 'InvioMailIniziato.v1', data: {}, metadata: metadata() }], 'none');
    expect((await run()).data).toEqual({ ...none, inviati: 1, non_consegnati: 1 });
    expect((await run('job-2')).data).toEqual({ ...none, gia_inviati: 2 });
    expect(mails.map(({ to }) => to)).toEqual(['ugo@example.it']);
    expect(await facts('anna')).toEqual(['incerto']);
  });

  it('un esito che un altro ha scritto intanto si rilegge: non ne segue un secondo', async () => {
    const { url } = await server();
    const store = memoryStore();
    const stream = reminderStream(GIORNO, 'anna');
    const other = { type: 'PromemoriaNonConsegnato.v1', data: { esito: 'incerto' }, metadata: metadata() };
    let raced = false;
    const racing: EventStore = {
      ...store,
      read: async (name) => {
        const read = await store.read(name);
        if (name === stream && !raced) {
          raced = true;
          await store.append(stream, [other], 'none');
        }
        return read;
      },
    };
    const { run, facts } = scene(url, [digest('anna')], racing);
    await expect(run()).rejects.toMatchObject({ status: 503 });
    expect((await run()).data).toEqual({ ...none, gia_inviati: 1 });
    expect(await facts('anna')).toEqual(['incerto']);
  });

  it('un processo che muore dopo l’invio, prima di scriverlo, lo scrive soltanto', async () => {
    const { url, mails } = await server();
    const { run, facts, store } = scene(url, [digest('anna')]);
    const sent = { type: 'InvioMailRiuscito.v1', data: { destinatari: 'anna@example.it' }, metadata: metadata() };
    await store.append(`posta-promemoria-${GIORNO}-anna`, [sent], 'none');
    await run();
    expect([mails, await facts('anna')]).toEqual([[], ['inviato']]);
  });

  it('un server che tace dopo il contenuto: incerto, e non parte una seconda volta', async () => {
    const sockets = new Set<Socket>();
    const lines: string[] = [];
    const tcp = createServer((socket) => {
      sockets.add(socket);
      let body = false;
      socket.write('220 ciao\r\n');
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
          lines.push(line);
          if (body) continue;
          socket.write(line === 'DATA' ? '354 avanti\r\n' : '250 va bene\r\n');
          if (line === 'DATA') body = true;
        }
      });
    });
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    open.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => tcp.close(resolve));
    });
    const { run, facts, posta } = scene(`smtp://127.0.0.1:${(tcp.address() as AddressInfo).port}`, [digest('anna')]);
    expect((await run()).data).toEqual({ ...none, non_consegnati: 1 });
    const said = lines.length;
    expect((await run('job-2')).data).toEqual({ ...none, gia_inviati: 1 });
    expect(lines).toHaveLength(said);
    expect([await facts('anna'), await posta('anna')]).toEqual([['incerto'], ['InvioMailIniziato.v1']]);
  });
});
