import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../test/program.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { listenOn, type Gate } from './gate.ts';

describe('Il portone', () => {
  const open: Gate[] = [];
  afterEach(async () => {
    for (const gate of open.splice(0)) await gate.close();
  });
  async function openGate(port: number, options = {}): Promise<Gate> {
    const gate = await listenOn(port, '127.0.0.1', options);
    open.push(gate);
    return gate;
  }

  test('prima che il portale sia pronto lo dice, a chi chiede pagine e a chi chiede dati', async () => {
    const port = await freePort();
    const gate = await openGate(port);
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('refresh'), page.headers.get('retry-after')]).toEqual([503, '2', '2']);
    const data = await fetch(`http://127.0.0.1:${port}/api/salute`);
    expect(data.headers.get('content-type')).toContain('application/problem+json');
    expect(await data.json()).toMatchObject({ status: 503, message: 'Il portale si sta avviando: riprovare fra qualche secondo.' });
    gate.open((_req, res) => void res.end('pronto'));
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('pronto');
  });

  test('le risposte che dà da sé, e quelle a ciò che non è una richiesta, hanno le intestazioni di tutte le altre', async () => {
    const port = await freePort();
    const gate = await openGate(port, { headers: securityHeaders(true) });
    const raw = async (sending: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.write(sending);
      await once(socket, 'close');
      return text.toLowerCase();
    };
    const asked = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const early = await raw(`${asked}\r\n`);
    gate.open((_req, res) => void res.end('pronto'));
    const answers = {
      503: early,
      400: await raw('NON E UNA RICHIESTA\r\n\r\n'),
      431: await raw(`${asked}X: ${'x'.repeat(20_000)}\r\n\r\n`),
    };
    for (const [status, text] of Object.entries(answers)) {
      expect(text).toMatch(new RegExp(`^http/1.1 ${status} `));
      for (const header of [
        'strict-transport-security: max-age=31536000',
        "frame-ancestors 'self'",
        'x-content-type-options: nosniff',
        'referrer-policy: same-origin',
      ])
        expect(text, status).toContain(header);
    }
  });

  test('una porta occupata si dice con una frase, e quella di un portale che chiude si aspetta', async () => {
    const port = await freePort();
    const first = await openGate(port);
    await expect(listenOn(port, '127.0.0.1', { patienceMs: 0 })).rejects.toThrow(`Port ${port} is taken`);
    const second = openGate(port);
    await first.close();
    await second;
  });

  describe('quando si chiude', () => {
    const NEVER = 3_600_000;
    const link = async (port: number, sending: string): Promise<{ chiuso: Promise<unknown>; socket: Socket }> => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(sending);
      return { socket, chiuso: once(socket, 'close') };
    };

    test('non aspetta chi è collegato ma non ha chiesto niente', async () => {
      const port = await freePort();
      const gate = await openGate(port, { underWayMs: NEVER });
      const [mute, halfway] = [await link(port, ''), await link(port, 'GET / HTTP/1.1\r\nHost')];
      // the server has accepted both connections once it has answered a later one
      await fetch(`http://127.0.0.1:${port}/`);
      await gate.close();
      await Promise.all([mute.chiuso, halfway.chiuso]);
    });

    test('ciò che è arrivato ha la sua risposta, anche se non era ancora letto; chi arriva dopo è rifiutato', async () => {
      const port = await freePort();
      const gate = await openGate(port, { underWayMs: NEVER });
      const done: string[] = [];
      gate.open((req, res) => {
        done.push(req.url ?? '');
        res.end('fatto');
      });
      const ask = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
      const answersOf = (socket: Socket) => {
        const read = { text: '' };
        socket.on('data', (chunk: Buffer) => (read.text += chunk.toString()));
        return read;
      };
      const kept = await Promise.all(Array.from({ length: 8 }, (_, i) => link(port, ask(`/prima/${i}`))));
      const keptRead = kept.map(({ socket }) => answersOf(socket));
      await expect.poll(() => keptRead.every(({ text }) => text.includes('fatto'))).toBe(true);
      const fresh = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'));
      const freshRead = fresh.map(answersOf);
      await Promise.all(fresh.map((socket) => once(socket, 'connect')));
      // written in the same turn of the event loop: the bytes are in the kernel, and the server has not read them
      for (const [i, socket] of fresh.entries()) socket.write(ask(`/nuova/${i}`));
      for (const [i, { socket }] of kept.entries()) socket.write(ask(`/tenuta/${i}`));
      const closing = gate.close();
      await Promise.all([...kept.map(({ chiuso }) => chiuso), ...fresh.map((socket) => once(socket, 'close'))]);
      expect(done.length).toBe(8 * 3);
      for (const { text } of freshRead) expect(text.match(/fatto/g)).toHaveLength(1);
      for (const { text } of keptRead) expect(text.match(/fatto/g)).toHaveLength(2);
      for (const { text } of freshRead) expect(text.toLowerCase()).toContain('connection: close');
      await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      await closing;
    });

    test('chi ha avuto la sua risposta non ne chiede altre, anche se un altro aspetta ancora', async () => {
      const port = await freePort();
      const gate = await openGate(port, { underWayMs: NEVER });
      const answers = new Map([
        ['/presto', Promise.withResolvers<void>()],
        ['/tardi', Promise.withResolvers<void>()],
      ]);
      const asked = new Map([...answers.keys()].map((path) => [path, Promise.withResolvers<void>()]));
      gate.open(async ({ url = '' }, res) => {
        asked.get(url)?.resolve();
        await answers.get(url)?.promise;
        res.end(url);
      });
      const ask = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`).then(async (response) => [await response.text(), response.headers.get('connection')]);
      const [soon, late] = [ask('/presto'), ask('/tardi')];
      await Promise.all([...asked.values()].map(({ promise }) => promise));
      const closing = gate.close();
      answers.get('/presto')?.resolve();
      expect(await soon).toEqual(['/presto', 'close']);
      answers.get('/tardi')?.resolve();
      expect(await late).toEqual(['/tardi', 'close']);
      await closing;
    });

    test('aspetta la risposta a chi ha chiesto, e lascia chi non finisce mai', async () => {
      const port = await freePort();
      const gate = await openGate(port, { underWayMs: NEVER });
      const answer = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      gate.open(async (_req, res) => {
        asked.resolve();
        await answer.promise;
        res.end('eccola');
      });
      const reply = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
      await asked.promise;
      const closing = gate.close();
      answer.resolve();
      expect(await reply).toBe('eccola');
      await closing;

      const impatient = await openGate(port, { underWayMs: 1 });
      const begun = Promise.withResolvers<void>();
      impatient.open(() => begun.resolve());
      const { chiuso: closed } = await link(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await begun.promise;
      await impatient.close();
      await closed;
    });
  });
});
