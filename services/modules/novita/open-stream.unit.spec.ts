import { createServer, type ServerResponse } from 'node:http';
import { createConnection, type AddressInfo } from 'node:net';
import type { Response } from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { openStream, type OpenStream } from './open-stream.ts';

const PATIENCE = { timeout: 10_000, interval: 20 };
const identity = { memberID: 'anna', groupID: 1, permessi: {} };
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Opens a stream to a client whose reading can be paused. */
async function opened(): Promise<{ stream: OpenStream; answer: ServerResponse; text: () => string; pause(): void; resume(): void }> {
  const answers: { stream: OpenStream; answer: ServerResponse }[] = [];
  const server = createServer((_, answer) => {
    answers.push({ stream: openStream(answer as unknown as Response, { session: 's', identity, position: '1' }), answer });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString()));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  closing.push(
    () => socket.destroy(),
    () => server.close(),
  );
  await vi.waitFor(() => expect(text).toContain('text/event-stream'), PATIENCE);
  return { ...answers[0]!, text: () => text, pause: () => socket.pause(), resume: () => socket.resume() };
}

it('queues nothing for a client that does not read, and tells it to read again', { timeout: 30_000 }, async () => {
  const { stream, answer, text, pause, resume } = await opened();
  pause();
  const frame = `data: ${'x'.repeat(10_000)}\n\n`;
  for (let n = 0; n < 2000; n += 1) {
    stream.send(frame, String(n));
    if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(answer.writableLength).toBeLessThan(100_000);
  resume();
  await vi.waitFor(() => expect(text()).toContain('id: 1999\nevent: ricomincia'), PATIENCE);
  stream.send('data: after\n\n', '2000');
  await vi.waitFor(() => expect(text()).toContain('data: after'), PATIENCE);
});

it('says at an orderly stop when to come back, and nothing at another end', async () => {
  const [stopping, other] = [await opened(), await opened()];
  stopping.stream.end('stopping');
  other.stream.end();
  await vi.waitFor(() => expect(stopping.text()).toContain('retry: 2000'), PATIENCE);
  expect(other.text()).not.toContain('retry');
  expect(stopping.stream.signal.aborted).toBe(true);
});
