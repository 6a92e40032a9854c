import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from './portal.ts';

let portale: TestPortal;

beforeAll(async () => {
  portale = await startTestPortal();
});
afterAll(() => portale?.stop());

/** Sends bytes as they are, and resolves to the first line of the answer and the number of answers. */
const sendRaw = (...lines: string[]) =>
  new Promise<{ status: number; answers: number }>((resolve, reject) => {
    const { hostname, port } = new URL(portale.base);
    const socket = connect(Number(port), hostname, () => socket.write(lines.join('\r\n')));
    let received = '';
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      resolve({ status: statuses[0] ?? 0, answers: statuses.length });
    });
  });

it('un messaggio di cui non è chiaro dove finisca è rifiutato, e ciò che segue non è un secondo', async () => {
  const second = 'GET /api/salute HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = ['POST /api/login HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
  expect(await sendRaw('GET /api/salute HTTP/1.1', 'Host: x', 'Connection: close', '', '')).toEqual({ status: 200, answers: 1 });
  for (const framing of [
    ['Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', second],
    ['Content-Length: 2', 'Content-Length: 4', '', '{}', second],
    ['Transfer-Encoding: chunked, identity', '', '0', '', second],
    ['Transfer-Encoding: chunked', '', 'zz', '{}', '0', '', second],
    ['Content-Length: +2', '', '{}', second],
    ['Content-Length : 2', '', '{}', second],
  ]) {
    expect([framing[0], await sendRaw(...post, ...framing)]).toEqual([framing[0], { status: 400, answers: 1 }]);
  }
});

it('TRACE non ripete la richiesta', async () => {
  expect(await sendRaw('TRACE /api/salute HTTP/1.1', 'Host: x', 'Connection: close', '', '')).toEqual({ status: 404, answers: 1 });
});
