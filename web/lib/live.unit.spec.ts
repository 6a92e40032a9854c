// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveNothing, signIn } from '#web/portal.testing.tsx';
import { network } from './api-client.ts';
import type { News } from './live-stream.ts';
import { onNews, publishNews, useConnected, useNewsStream } from './live.ts';
import { atomSession, endRiaccesso, openSession, riaccessoAtom, session } from './session.ts';
import { store } from './store.ts';

interface Stream {
  bearer: string | null;
  signal: AbortSignal;
  send(text: string): void;
  end(): void;
}
let streams: Stream[];
let status: number;
let heard: News[];
let forget: () => void;
const START = 2500;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const start = () => {
  const { result, unmount } = renderHook(() => {
    useNewsStream();
    return useConnected();
  });
  return { connected: () => result.current, unmount };
};

beforeEach(() => {
  vi.useFakeTimers();
  signIn();
  [streams, status, heard] = [[], 200, []];
  forget = onNews((news) => heard.push(news));
  // one tab alone, which gets each lock at once
  vi.stubGlobal('BroadcastChannel', undefined);
  const request = (_name: string, _options: object, hold: () => Promise<void>) => hold();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  vi.stubGlobal('fetch', async (path: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    if (path !== '/api/eventi') return new Response('{}');
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(one) {
        controller = one;
        signal.addEventListener('abort', () => one.error(signal.reason));
      },
    });
    streams.push({
      bearer: headers['Authorization'] ?? null,
      signal,
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
    });
    return new Response(status === 200 ? body : null, { status });
  });
});
afterEach(() => {
  forget();
  cleanup();
  endRiaccesso(false);
  store.set(atomSession, null);
  network.reached();
  Reflect.deleteProperty(navigator, 'locks');
  vi.useRealTimers();
  leaveNothing();
});

it('chi è entrato sente le novità, da poco dopo la prima schermata', async () => {
  const { connected } = start();
  await pass(START - 1);
  expect([streams.length, connected()]).toEqual([0, false]);
  await pass(1);
  expect([streams.map(({ bearer }) => bearer), connected(), heard]).toEqual([['Bearer gettone'], true, [{ kind: 'open' }]]);
  act(() => streams[0]!.send('event: ricomincia\ndata: {}\n\n'));
  await pass(0);
  expect(heard.at(-1)).toEqual({ kind: 'restart' });
  act(() => streams[0]!.end());
  await pass(0);
  expect([connected(), heard.at(-1)]).toEqual([false, { kind: 'cut' }]);
  // the news of another tab's connection counts too
  act(() => publishNews({ kind: 'restart' }));
  expect(connected()).toBe(true);
});

it('le sente chi ascolta, finché ascolta', () => {
  const other = vi.fn();
  const stop = onNews(other);
  publishNews({ kind: 'open' });
  stop();
  publishNews({ kind: 'cut' });
  expect([other.mock.calls, heard]).toEqual([[[{ kind: 'open' }]], [{ kind: 'open' }, { kind: 'cut' }]]);
});

it('chi se ne va prima non si collega, chi se ne va dopo si scollega', async () => {
  start().unmount();
  await pass(START);
  expect(streams).toEqual([]);
  const { connected, unmount } = start();
  await pass(START);
  expect([streams[0]!.signal.aborted, connected()]).toEqual([false, true]);
  unmount();
  expect(streams[0]!.signal.aborted).toBe(true);
  expect(start().connected()).toBe(false);
});

it('col gettone cambiato si ricollega, con quello', async () => {
  const { connected } = start();
  await pass(START);
  act(() => openSession({ ...session()!, token: 'altro' }));
  expect([streams[0]!.signal.aborted, connected()]).toEqual([true, false]);
  await pass(START);
  expect([streams.map(({ bearer }) => bearer), connected()]).toEqual([['Bearer gettone', 'Bearer altro'], true]);
  act(() => openSession({ ...session()!, name: 'Anna Neri' }));
  await pass(START);
  expect(streams).toHaveLength(2);
});

it.each([
  ['chi non è entrato', () => store.set(atomSession, null)],
  ['chi vede il portale come un altro', () => openSession({ ...session()!, osservatore: 'admin' })],
])('%s non le sente', async (_, make) => {
  make();
  const { connected } = start();
  await pass(START);
  expect([streams.length, connected()]).toEqual([0, false]);
});

it('finita la sessione si chiede di entrare di nuovo', async () => {
  status = 401;
  start();
  expect(store.get(riaccessoAtom)).toBeNull();
  await pass(START);
  expect(store.get(riaccessoAtom)).not.toBeNull();
});

it('senza rete si aspetta che torni', async () => {
  const { connected } = start();
  network.lost();
  await pass(START);
  expect([streams.length, connected()]).toEqual([0, false]);
  act(() => network.reached());
  await pass(0);
  expect([streams.length, connected()]).toEqual([1, true]);
});
