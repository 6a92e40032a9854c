import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { MailRefused } from '#contracts/ports/mailer.ts';
import type { Command, Sender } from '#contracts/ports/dispatch.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { smtpMailer } from '#services/platform/mail/smtp-mailer.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { mailCantiereHandler } from './mail-cantiere.handler.ts';

const DATA = {
  commessa: 'C001',
  messageId: '<m-1@strato>',
  from: 'Strato <strato@example.it>',
  to: ['uno@example.it', 'due@example.it'],
  subject: 'Cantiere C001 – Società «Àlfa»',
  text: 'Commessa: C001\n.\nfine',
  html: '<p>Commessa: C001</p>',
  at: '2026-02-03T08:30:00.000Z',
};

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const urlOf = (server: Server) => `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Starts a real SMTP server; `answer` decides how the server responds to the nth mail. */
async function server(answer: (n: number) => number | null = () => null) {
  const { close, ...smtp } = await startMailServer({ mail: answer });
  open.push(close);
  return smtp;
}

/** Starts a server that answers each line with the result of `say`; `null` sends no answer. */
async function rough(say: (line: string, socket: Socket, body: boolean) => string | null, greeting: string | null = '220 ciao') {
  const sockets = new Set<Socket>();
  const seen: string[] = [];
  const tcp = createServer((socket) => {
    sockets.add(socket);
    let body = false;
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const line of bytes
        .toString()
        .split('\r\n')
        .filter((l) => l !== '')) {
        seen.push(line);
        const answer = say(line, socket, body);
        if (!body && line === 'DATA') body = true;
        if (answer !== null) socket.write(`${answer}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        tcp.close(() => resolve());
      }),
  );
  return { url: urlOf(tcp), seen };
}

/** Prepares the handler with a log of its own; `run` may be called repeatedly. */
function scene(url: string, timeout = 2000) {
  const store = memoryStore();
  const commands: { command: Command; sender: Sender }[] = [];
  const handler = mailCantiereHandler({
    store,
    mailer: smtpMailer({ url, timeout }),
    async dispatch(command, sender) {
      commands.push({ command, sender });
      return { key: 'C001', version: 1, position: null };
    },
  });
  const context = { id: 'job-1', data: DATA, utente: 'anna', groupID: 9, signal: new AbortController().signal, progress: async () => {} };
  return { commands, store, run: () => handler(context), facts: async () => (await store.read('posta-job-1')).map(({ type }) => type) };
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'riuscito',
    (error: unknown) => error,
  );
const codeOf = (error: unknown) =>
  error instanceof DomainError ? error.code : error instanceof MailRefused ? `rifiutata ${error.permanent}` : (error as Error).name;

describe('la mail di un cantiere', () => {
  it('arriva in testo e HTML a tutti, col suo Message-ID; il cantiere sa chi a chi; rifatto il lavoro non parte due volte', async () => {
    const { url, mails } = await server();
    const { run, commands, facts } = scene(url);
    expect(await run()).toEqual({ message: 'Mail inviata correttamente a 2 indirizzi' });
    await run();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.recipients).toEqual(DATA.to);
    expect(mails[0]?.raw).toMatch(/^Message-ID: <m-1@strato>\r$/m);
    expect(mails[0]?.raw).toContain('text/plain');
    expect(mails[0]?.raw).toContain('text/html');
    expect(mails[0]?.raw).toContain('=?UTF-8?');
    expect(await facts()).toEqual(['InvioMailIniziato.v1', 'InvioMailRiuscito.v1']);
    const [first, second] = commands;
    expect(first?.command).toMatchObject({
      register: 'cantieri',
      name: 'mail-inviata',
      key: 'C001',
      body: { destinatari: 'uno@example.it, due@example.it', messaggio: '<m-1@strato>' },
    });
    expect(first?.sender.identity.memberID).toBe('anna');
    // both commands have the same id, so the history has one entry
    expect(second?.sender.commandId).toBe(first?.sender.commandId);
  });

  it('presa da due lavoratori insieme parte una volta', async () => {
    const { url, mails } = await server();
    const { run, facts } = scene(url);
    const outcomes = await Promise.allSettled([run(), run(), run()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(mails).toHaveLength(1);
    expect(await facts()).toEqual(['InvioMailIniziato.v1', 'InvioMailRiuscito.v1']);
  });

  it('rifiutata per il momento si riprova, e poi arriva una volta', async () => {
    const { url, mails } = await server((n) => (n === 1 ? 451 : null));
    const { run, facts } = scene(url);
    expect(codeOf(await failure(run()))).toBe('rifiutata false');
    await run();
    expect(mails).toHaveLength(1);
    expect(await facts()).toEqual(['InvioMailIniziato.v1', 'InvioMailRespinto.v1', 'InvioMailIniziato.v1', 'InvioMailRiuscito.v1']);
  });

  it('rifiutata per sempre finisce lì, con una frase', async () => {
    const { url, mails } = await server(() => 554);
    expect(codeOf(await failure(scene(url).run()))).toBe('MAIL_RESPINTA');
    expect(mails).toEqual([]);
  });

  it('un server che non c’è o che non saluta: si riprova, nulla è partito', async () => {
    const silent = await rough(() => null, null);
    for (const url of ['smtp://127.0.0.1:1', silent.url]) {
      const { run, facts, commands } = scene(url, 200);
      expect(codeOf(await failure(run()))).toBe('Error');
      expect([await facts(), commands]).toEqual([[], []]);
    }
  });

  it.each([
    ['muore', (socket: Socket) => void socket.destroy()],
    ['tace', () => {}],
  ] as const)('un server che dopo il contenuto %s: nessuno sa, e non la si manda una seconda volta', async (_, then) => {
    const { url, seen } = await rough((line, socket, body) => {
      if (!body) return line === 'DATA' ? '354 avanti' : '250 va bene';
      if (line === '.') then(socket);
      return null;
    });
    const { run, facts, commands } = scene(url, 300);
    expect(codeOf(await failure(run()))).toBe('MAIL_INCERTA');
    const lines = seen.length;
    expect(codeOf(await failure(run()))).toBe('MAIL_INCERTA');
    expect(seen).toHaveLength(lines);
    expect([await facts(), commands]).toEqual([['InvioMailIniziato.v1'], []]);
  });

  it('un processo che muore mentre manda, al ritorno non rimanda', async () => {
    const { url, mails } = await server();
    const { run, store } = scene(url);
    const metadata = {
      eventId: randomUUID(),
      commandId: 'e-1',
      correlationId: 'job-1',
      utente: 'anna',
      groupID: 9,
      at: DATA.at,
      origine: 'job',
    };
    await store.append('posta-job-1', [{ type: 'InvioMailIniziato.v1', data: {}, metadata }], 'none');
    expect(codeOf(await failure(run()))).toBe('MAIL_INCERTA');
    expect(mails).toEqual([]);
  });

  it('un processo che muore dopo l’invio dice solo al cantiere che è partita', async () => {
    const { url, mails } = await server();
    const { run, store, commands } = scene(url);
    const metadata = {
      eventId: randomUUID(),
      commandId: 'e-2',
      correlationId: 'job-1',
      utente: 'anna',
      groupID: 9,
      at: DATA.at,
      origine: 'job',
    };
    await store.append('posta-job-1', [{ type: 'InvioMailRiuscito.v1', data: { destinatari: 'uno@example.it' }, metadata }], 'none');
    await run();
    expect([mails, commands.map(({ command }) => ('body' in command ? command.body?.['destinatari'] : null))]).toEqual([
      [],
      ['uno@example.it'],
    ]);
  });
});
