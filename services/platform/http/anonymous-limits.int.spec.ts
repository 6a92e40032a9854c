import { EVERYTHING } from '#contracts/core/permissions.ts';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

let portale: TestPortal;
let person: Person;
const open: Socket[] = [];

beforeAll(async () => {
  // the clients of this spec must not count as a trusted proxy
  portale = await startTestPortal({
    env: { PROXY_FIDATI: '192.0.2.1' },
    limits: { bodyMs: 700, headMs: 1000, bodies: 5, connections: 40 },
  });
  person = await portale.person({ permessi: { macchinari: EVERYTHING } });
  expect((await portale.call('POST', '/api/macchinari', { as: person, body: { macchinario: { matricola: 'LENTA' } } })).status).toBe(201);
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await portale?.stop();
});

/** Opens a connection that sends a text and then stays open. Returns the response so far, and whether the server closed the connection. */
async function hold(text: string): Promise<{ answer: () => string; closed: () => boolean; socket: Socket }> {
  const { hostname, port } = new URL(portale.base);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  let [answer, closed] = ['', false];
  socket
    .on('data', (data) => (answer += data.toString()))
    .on('close', () => (closed = true))
    .on('error', () => (closed = true));
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve));
  socket.write(text);
  return { answer: () => answer, closed: () => closed, socket };
}

const head = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n${more}\r\n{"utente":`;
const allClosed = async (held: Awaited<ReturnType<typeof hold>>[]) => {
  await expect.poll(() => held.every(({ closed }) => closed()), { timeout: 8000 }).toBe(true);
  for (const { socket } of held) socket.destroy();
};

describe('Corpi lasciati a metà da uno sconosciuto', () => {
  it('dove serve una sessione si risponde 401 subito e si chiude', async () => {
    const held = await Promise.all(Array.from({ length: 30 }, () => hold(head('/api/macchinari'))));
    await expect.poll(() => held.every(({ answer }) => answer().startsWith('HTTP/1.1 401'))).toBe(true);
    await allClosed(held);
  });

  it('all’accesso aspettano in pochi e per poco: i più vecchi cedono, e chi arriva intero entra', async () => {
    const held = await Promise.all(Array.from({ length: 12 }, () => hold(head('/api/login'))));
    await expect.poll(() => held.filter(({ answer }) => answer().startsWith('HTTP/1.1 408')).length).toBeGreaterThanOrEqual(7);
    const { status } = await portale.call('POST', '/api/login', { body: { user: 'x', pass: 'y' } });
    expect([400, 401]).toContain(status);
    await expect.poll(() => held.filter(({ answer }) => answer().startsWith('HTTP/1.1 408')).length, { timeout: 3000 }).toBe(12);
    await allClosed(held);
  });

  it('di un indirizzo non si tengono più connessioni di così, e chi ha una sessione non si conta', async () => {
    const held = await Promise.all(Array.from({ length: 60 }, () => hold('GET / HTTP/1.1\r\nHost: x\r\n')));
    const left = () => held.filter(({ closed }) => !closed()).length;
    await expect.poll(left).toBeLessThanOrEqual(40);
    expect(left()).toBeGreaterThan(20);
    for (const { socket } of held) socket.destroy();
    // the closed connections free their places
    await expect
      .poll(() =>
        portale.call('GET', '/api/salute').then(
          ({ status }) => status > 0,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('chi ha una sessione carica anche su una linea lenta', async () => {
    const { hostname, port } = new URL(portale.base);
    const file = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000_000, 32), Buffer.from('%%EOF')]);
    const parts = Object.entries({ matricola: 'LENTA', nomeManutenzione: 'LENTA_CE.pdf', docMacch: 'true' })
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const body = Buffer.concat([
      Buffer.from(`${parts}--b\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n`),
      file,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${person.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': body.length,
      };
      const sending = request({ hostname, port, method: 'POST', path: '/api/ftp/caricaDoc', headers }, (res) => resolve(res.statusCode)).on(
        'error',
        reject,
      );
      void (async () => {
        // takes several times as long as a client without a session may
        for (let at = 0; at < body.length; at += 100_000) {
          sending.write(body.subarray(at, at + 100_000));
          await pause(150);
        }
        sending.end();
      })();
    });
    expect(status).toBe(201);
  });
});
