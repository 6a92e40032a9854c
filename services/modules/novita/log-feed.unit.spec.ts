import { expect, it, vi } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { logFeed } from './log-feed.ts';

/**
 * Creates the dependencies of a feed over a log with one event at each position, read one at a time. `after` collects the positions from
 * which the log was read.
 */
function log(positions: readonly string[]) {
  const after: (string | null)[] = [];
  const store = {
    head: async () => positions[0]!,
    async *readAll(from: string | null) {
      after.push(from);
      for (const position of positions) if (from === null || position > from) yield [{ position } as StoredEvent];
      await new Promise(() => {});
    },
  } as unknown as EventStore;
  const deps = { store, readModelWait: { until: async () => true, wake: () => {} }, log: { warn: vi.fn() } };
  return { after, deps: deps as unknown as Parameters<typeof logFeed>[0] };
}

it('mentre dice una parte, la posizione è già la sua fine: chi comincia ad ascoltare la legge dal registro', async () => {
  const { deps } = log(['1', '2', '3']);
  const seen: [told: string, position: string][] = [];
  const feed = logFeed(deps, async (_events, position) => {
    seen.push([position, feed.position()]);
  });
  await feed.start();
  expect(feed.position()).toBe('1');
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  feed.stop();
  expect(seen).toEqual([
    ['2', '2'],
    ['3', '3'],
  ]);
});

it('una parte che non è riuscita si dice di nuovo', async () => {
  const { deps, after } = log(['1', '2']);
  let failures = 1;
  const told: string[] = [];
  const feed = logFeed(deps, async (_events, position) => {
    if ((failures -= 1) >= 0) throw new Error('the database is away');
    told.push(position);
  });
  await feed.start();
  await vi.waitFor(() => expect(told).toEqual(['2']));
  feed.stop();
  expect(after).toEqual(['1', '1']);
});

it('un registro chiuso non si legge senza fine, e chi è fermato prima di cominciare non legge', async () => {
  const { deps } = log(['1']);
  const readAll = vi.spyOn(deps.store, 'readAll').mockImplementation(async function* () {});
  const feed = logFeed(deps, async () => {});
  await feed.start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  feed.stop();
  expect(readAll).toHaveBeenCalledTimes(1);
  const starting = feed.start();
  feed.stop();
  await starting;
  expect(readAll).toHaveBeenCalledTimes(1);
});
