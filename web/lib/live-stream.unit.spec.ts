import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdStream, type News } from './live-stream.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Asked {
  after: string | null;
  at: number;
}

/** Holds a stream over prepared answers; the last one is repeated. */
function hold(answers: ((signal: AbortSignal) => Response)[], after?: string) {
  const asked: Asked[] = [];
  const told: News[] = [];
  const stop = new AbortController();
  const end = holdStream(
    {
      fetch: async (_path, init) => {
        asked.push({ after: new Headers(init?.headers).get('Last-Event-ID'), at: Date.now() });
        return (answers.length > 1 ? answers.shift()! : answers[0]!)(init!.signal!);
      },
      token: 'gettone',
      after,
      tell: (news) => told.push(news),
      position: () => {},
      online: async () => {},
    },
    stop.signal,
  );
  return { asked, told, stop, end };
}
const stream = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
const CHANGE = { tabella: 'costi', id: 7, versione: 2, utente: 'bruno' };
const ended = () => new Response('', { status: 401 });

it('dice ciò che sente, e tagliato riprende da dov’era arrivato', async () => {
  const text = `id: 10\ndata: ${JSON.stringify(CHANGE)}\n\n:\nid: 12\n\nevent: ricomincia\ndata: {}\n\n`;
  const { asked, told, end } = hold([() => stream(text), ended], '9');
  await vi.runAllTimersAsync();
  expect(await end).toBe('ended');
  expect(told).toEqual([{ kind: 'open' }, { kind: 'change', change: CHANGE }, { kind: 'restart' }, { kind: 'cut' }]);
  expect(asked.map(({ after }) => after)).toEqual(['9', '12']);
});

it('a ogni tentativo fallito attende di più, fino a mezzo minuto', async () => {
  const { asked, stop, end } = hold([() => new Response('', { status: 503 })]);
  await vi.advanceTimersByTimeAsync(130_000);
  stop.abort();
  await vi.runAllTimersAsync();
  expect(await end).toBe('aborted');
  const pauses = asked.slice(1).map(({ at }, i) => (at - asked[i]!.at) / 1000);
  expect(pauses.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 30, 30]);
});

it('attende quanto il portale chiede, con Retry-After o con retry', async () => {
  const busy = () => new Response('', { status: 429, headers: { 'Retry-After': '40' } });
  const { asked, end } = hold([busy, () => stream('retry: 2000\n\n'), ended]);
  await vi.runAllTimersAsync();
  expect(await end).toBe('ended');
  expect(asked.slice(1).map(({ at }, i) => at - asked[i]!.at)).toEqual([40_000, 2000]);
});

it('senza un segno di vita per 45 secondi riprova, da dov’era arrivato', async () => {
  const silent = (signal: AbortSignal) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('id: 3\n\n'));
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
    );
  const { asked, told, end } = hold([silent, ended]);
  await vi.advanceTimersByTimeAsync(44_000);
  expect(told).toEqual([{ kind: 'open' }]);
  await vi.runAllTimersAsync();
  expect(await end).toBe('ended');
  expect(told).toEqual([{ kind: 'open' }, { kind: 'cut' }]);
  expect(asked.map(({ after }) => after)).toEqual([null, '3']);
});
