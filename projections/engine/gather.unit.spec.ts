import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { gatherBackground } from './gather.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const event = (position: string, origine: string): StoredEvent => ({ position, metadata: { origine } }) as unknown as StoredEvent;

/** Starts a gatherer over a log to which the spec adds batches; collects the positions of each gathered batch. */
function start({ awaited = () => false }: { awaited?: () => boolean } = {}) {
  const stop = new AbortController();
  const log: (readonly StoredEvent[] | Error | null)[] = [];
  const gathered: string[][] = [];
  const state = { sourceEnded: false };
  let ring = (): void => {};
  async function* read(signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    signal.addEventListener('abort', () => {
      state.sourceEnded = true;
      ring();
    });
    while (!signal.aborted) {
      const next = log.shift();
      if (next === undefined) await new Promise<void>((resolve) => (ring = resolve));
      else if (next === null) return;
      else if (next instanceof Error) throw next;
      else yield next;
    }
  }
  const work = async (): Promise<void> => {
    for await (const events of gatherBackground(read, { signal: stop.signal, awaited }))
      gathered.push(events.map(({ position }) => position));
  };
  const done = work();
  done.catch(() => {});
  return {
    stop,
    done,
    gathered,
    state,
    async add(...batch: [string, string][] | [Error] | [null]): Promise<void> {
      const [first] = batch;
      log.push(first instanceof Error || first === null ? first : (batch as [string, string][]).map((one) => event(...one)));
      ring();
      await vi.advanceTimersByTimeAsync(0);
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

it('fatti di lavori che si seguono entro 50 ms sono un blocco solo; il primo non aspetta nessuno', async () => {
  const { add, pass, gathered } = start();
  await pass(1000);
  await add(['1', 'job']);
  expect(gathered).toEqual([['1']]);
  await add(['2', 'job']);
  await pass(20);
  await add(['3', 'importazione'], ['4', 'job']);
  await pass(20);
  expect(gathered).toEqual([['1']]);
  await pass(10);
  expect(gathered).toEqual([['1'], ['2', '3', '4']]);
  await pass(50);
  await add(['5', 'job']);
  expect(gathered.at(-1)).toEqual(['5']);
});

it.each(['web', 'api', 'sistema', 'demo'])('un fatto %s non aspetta, e porta con sé quelli raccolti', async (origine) => {
  const { add, gathered } = start();
  await add(['1', 'job']);
  await add(['2', 'job']);
  expect(gathered).toEqual([['1']]);
  await add(['3', origine]);
  expect(gathered).toEqual([['1'], ['2', '3']]);
  await add(['4', origine]);
  expect(gathered.at(-1)).toEqual(['4']);
});

it('chi aspetta le tabelle di lettura ferma la raccolta', async () => {
  let waiting = false;
  const { add, pass, gathered } = start({ awaited: () => waiting });
  await add(['1', 'job']);
  await add(['2', 'job']);
  expect(gathered).toHaveLength(1);
  waiting = true;
  await pass(10);
  expect(gathered).toEqual([['1'], ['2']]);
});

it('molti fatti insieme non aspettano', async () => {
  const { add, gathered } = start();
  await add(['1', 'job']);
  await add(...Array.from({ length: 100 }, (_, i): [string, string] => [String(i), 'job']));
  expect(gathered.map(({ length }) => length)).toEqual([1, 100]);
});

it('un guasto della lettura durante la raccolta arriva a chi legge, e chiude la lettura', async () => {
  const { add, pass, done, state } = start();
  await add(['1', 'job']);
  await add(['2', 'job']);
  await add(new Error('log gone'));
  await pass(50);
  await expect(done).rejects.toThrow('log gone');
  expect(state.sourceEnded).toBe(true);
});

it('un guasto fra due blocchi arriva con il blocco dopo', async () => {
  const { add, pass, done, gathered } = start();
  await add(['1', 'job']);
  await add(['2', 'job']);
  await pass(50);
  expect(gathered).toEqual([['1'], ['2']]);
  await add(new Error('log gone'));
  await pass(50);
  await expect(done).rejects.toThrow('log gone');
});

it('alla fine del registro dà ciò che ha raccolto, e all’arresto finisce', async () => {
  const ended = start();
  await ended.add(['1', 'job']);
  await ended.add(['2', 'job']);
  await ended.add(null);
  await ended.pass(50);
  await ended.done;
  expect(ended.gathered).toEqual([['1'], ['2']]);
  const stopped = start();
  await stopped.add(['1', 'job']);
  stopped.stop.abort();
  await stopped.done;
  expect(stopped.state.sourceEnded).toBe(true);
});
