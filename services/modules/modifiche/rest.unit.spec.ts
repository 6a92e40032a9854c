import type { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { restBesideOthers } from './rest.ts';

/** A log that only counts its events; each call of it takes a millisecond. */
function countingLog() {
  const log = { size: 0 };
  const takes1ms = async <T>(value: T): Promise<T> => {
    now += 1;
    return value;
  };
  return {
    log,
    head: () => takes1ms(log.size === 0 ? null : String(log.size)),
    countAfter: (after: string | null, limit: number) => takes1ms(Math.min(log.size - Number(after ?? 0), limit)),
  };
}

let now: number;
const rests: number[] = [];

/** Notes how long it was to rest, instead of resting. */
const pause = ((ms: number, _value: undefined, { signal }: { signal: AbortSignal }) => {
  if (signal.aborted) return Promise.reject(new Error('aborted'));
  rests.push(ms);
  return Promise.resolve();
}) as typeof delay;

beforeEach(() => {
  now = 0;
  rests.length = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => void vi.restoreAllMocks());

/** Appends `own` and `others` events in some milliseconds of work, then calls the rest. */
async function work(
  store: ReturnType<typeof countingLog>,
  rest: (own: number) => Promise<void>,
  own: number,
  others: number,
  workedMs = 10,
): Promise<void> {
  now += workedMs;
  store.log.size += own + others;
  await rest(own);
}

it('rests until the time of its rows has passed, only if somebody else wrote meanwhile', async () => {
  const store = countingLog();
  const rest = restBesideOthers(store, new AbortController().signal, pause);
  // what others wrote before the first group is not known
  await work(store, rest, 8, 3);
  await work(store, rest, 8, 0);
  expect(rests).toEqual([]);
  await work(store, rest, 8, 1);
  expect(rests).toEqual([22]);
  await work(store, rest, 5, 0);
  await work(store, rest, 0, 0);
  expect(rests).toEqual([22]);
});

it('rests at least half as long as a slow group worked', async () => {
  const store = countingLog();
  const rest = restBesideOthers(store, new AbortController().signal, pause);
  await work(store, rest, 4, 0, 60);
  await work(store, rest, 4, 1, 60);
  expect(rests).toEqual([31]);
});

it('counts what others write during a rest', async () => {
  const store = countingLog();
  const rest = restBesideOthers(store, new AbortController().signal, pause);
  await work(store, rest, 8, 0);
  await work(store, rest, 8, 1);
  store.log.size += 1;
  await work(store, rest, 8, 0);
  expect(rests).toEqual([22, 22]);
});

it('ends with the job', async () => {
  const store = countingLog();
  const stop = new AbortController();
  const rest = restBesideOthers(store, stop.signal, pause);
  await work(store, rest, 8, 0);
  stop.abort();
  await expect(work(store, rest, 8, 1)).resolves.toBeUndefined();
});
