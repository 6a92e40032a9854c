import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { News } from './live-stream.ts';
import { hearNews } from './live-tabs.ts';

/** Fakes the browser's channel between tabs: each message reaches all open tabs except its sender. */
class Channel extends EventTarget {
  static tabs = new Set<Channel>();
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    Channel.tabs.add(this);
  }
  postMessage(data: unknown): void {
    if (!Channel.tabs.has(this)) throw new DOMException('closed', 'InvalidStateError');
    for (const other of Channel.tabs)
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  }
  close(): void {
    Channel.tabs.delete(this);
  }
}

/** Fakes the browser's locks: the next waiting tab gets a lock when the one that holds it ends. */
function fakeLocks() {
  const ends = new Map<string, Promise<unknown>>();
  return {
    async request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      const before = ends.get(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end.promise);
      try {
        await before;
        signal.throwIfAborted();
        await hold();
      } finally {
        end.resolve();
      }
    },
  };
}

interface Stream {
  after: string | null;
  bearer: string | null;
  send(text: string): void;
}
let streams: Stream[];
/** Statuses of the next answers; then 200. */
let statuses: number[];
const settle = () => vi.advanceTimersByTimeAsync(0);
const CHANGE = { tabella: 'costi', id: 7, versione: 2, utente: 'bruno' };
const change = (id: string) => `id: ${id}\ndata: ${JSON.stringify(CHANGE)}\n\n`;

/** Opens a tab that hears the news of a session. */
function tab(token = 'gettone-di-anna-1') {
  const told: News[] = [];
  const [ended, online] = [vi.fn(), vi.fn(async () => {})];
  const stop = hearNews({ token, tell: (news) => told.push(news), ended, online });
  return { told, ended, online, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
  Channel.tabs.clear();
  [streams, statuses] = [[], []];
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks: fakeLocks() });
  vi.stubGlobal('fetch', async (_path: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    signal.throwIfAborted();
    const status = statuses.shift() ?? 200;
    if (status !== 200) return new Response(null, { status });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push({
          after: headers['Last-Event-ID'] ?? null,
          bearer: headers['Authorization'] ?? null,
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
        });
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('delle finestre di una sessione una sola è collegata, e tutte sentono lo stesso', async () => {
  const [first, second] = [tab(), tab()];
  await settle();
  expect(streams).toMatchObject([{ after: null, bearer: 'Bearer gettone-di-anna-1' }]);
  expect([first.online.mock.calls.length, second.online.mock.calls.length]).toEqual([1, 0]);
  streams[0]!.send(change('4'));
  await settle();
  const news = [{ kind: 'open' }, { kind: 'change', change: CHANGE }];
  expect([first.told, second.told]).toEqual([news, news]);
  expect([first.ended.mock.calls.length, second.ended.mock.calls.length]).toEqual([0, 0]);
});

it('chiusa quella collegata, un’altra va avanti da dov’era arrivata', async () => {
  const [first, second] = [tab(), tab()];
  await settle();
  streams[0]!.send(change('4'));
  await settle();
  first.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(streams.map(({ after }) => after)).toEqual([null, '4']);
  const before = first.told.length;
  streams[1]!.send(change('5'));
  await settle();
  expect(second.told.at(-1)).toEqual({ kind: 'change', change: CHANGE });
  expect([first.told.length, first.ended.mock.calls.length, second.ended.mock.calls.length]).toEqual([before, 0, 0]);
});

it('tagliata riprende da dov’era arrivata', async () => {
  tab();
  await settle();
  streams[0]!.send(change('4'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams.slice(0, 2).map(({ after }) => after)).toEqual([null, '4']);
});

it('chiusa mentre aspetta il suo turno non si collega più', async () => {
  const [first, second, third] = [tab(), tab(), tab()];
  await settle();
  second.stop();
  expect(Channel.tabs.size).toBe(2);
  first.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect([streams.length, second.online.mock.calls.length, third.online.mock.calls.length]).toEqual([2, 0, 1]);
});

it('finita la sessione lo sanno tutte le sue finestre', async () => {
  statuses = [401];
  const [first, second, other] = [tab(), tab(), tab('gettone-di-bruno-1')];
  await settle();
  expect([first, second, other].map(({ ended }) => ended.mock.calls.length)).toEqual([1, 1, 0]);
});

it('ogni sessione ha il suo collegamento, e non sente le altre', async () => {
  const [anna, bruno] = [tab(), tab('gettone-di-bruno-1')];
  await settle();
  expect(streams.map(({ bearer }) => bearer)).toEqual(['Bearer gettone-di-anna-1', 'Bearer gettone-di-bruno-1']);
  streams[0]!.send(change('4'));
  await settle();
  expect([anna.told.length, bruno.told.length]).toEqual([2, 1]);
});

it('senza serrature né canale ogni finestra si collega da sé, e si lascia', async () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('BroadcastChannel', undefined);
  const [first, second] = [tab(), tab()];
  await settle();
  expect(streams).toHaveLength(2);
  streams[0]!.send(change('4'));
  await settle();
  expect([first.told.length, second.told.length]).toEqual([2, 1]);
  first.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect([streams.length, first.ended.mock.calls.length]).toEqual([2, 0]);
});
