import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '../platform/event-store/memory.ts';
import { fact, facts } from '../platform/event-store/testing.ts';
import { compareLogs, type Pair } from './compare-logs.ts';
import { copyLog, NotACopy } from './copy-log.ts';
import { eventDigest } from './event-digest.ts';
import { readEvents } from './read-events.ts';

const quiet = () => {};
const all = async (store: EventStore) => {
  const events: StoredEvent[] = [];
  for await (const event of readEvents(store, await store.head())) events.push(event);
  return events;
};

/** A log of appends: which stream, how many events. */
async function written(appends: readonly (readonly [number, number])[]): Promise<EventStore> {
  const store = memoryStore();
  for (const [stream, count] of appends) await store.append(`prova-${stream}`, facts(count), 'any');
  return store;
}

/** Ends as a process does: before an append, or after it and before anybody knew. */
function dying(store: EventStore, after: number, unheard: boolean): EventStore {
  let left = after;
  return {
    ...store,
    append: async (...append) => {
      if (left === 0 && !unheard) throw new Error('killed');
      const answer = await store.append(...append);
      if (left-- <= 0) throw new Error('killed');
      return answer;
    },
  };
}

describe('La copia del registro', () => {
  const appends = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 6 })), { maxLength: 30 });

  it('uccisa quante volte si vuole finisce con gli stessi fatti, nello stesso ordine, ognuno una volta', async () => {
    await fc.assert(
      fc.asyncProperty(appends, fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 6 }), async (some, kills) => {
        const [source, target] = [await written(some), memoryStore()];
        for (const [after, unheard] of kills) await copyLog(source, dying(target, after, unheard), quiet).catch(() => undefined);
        const { existing, copied, until } = await copyLog(source, target, quiet);
        const [from, to] = [await all(source), await all(target)];
        expect(to.map(eventDigest)).toEqual(from.map(eventDigest));
        expect(existing + copied).toBe(from.length);
        const pairs: Pair[] = [];
        const { events } = await compareLogs(source, target, until, async (more) => void pairs.push(...more));
        expect(events).toBe(from.length);
        expect(pairs).toEqual(from.map(({ position }, i) => ({ old: position, new: to[i]!.position })));
      }),
      { numRuns: 60 },
    );
  });

  it('prende anche ciò che è stato scritto dopo la prima copia', async () => {
    const [source, target] = [await written([[1, 3]]), memoryStore()];
    await copyLog(source, target, quiet);
    await source.append('prova-1', facts(2), 3);
    expect(await copyLog(source, target, quiet)).toMatchObject({ existing: 3, copied: 2 });
  });

  it('non tocca un registro che contiene altro', async () => {
    const other = await written([[1, 2]]);
    const before = await all(other);
    const same = await copyLog(await written([[1, 2]]), other, quiet).catch((error: unknown) => error);
    expect(same).toBeInstanceOf(NotACopy);
    expect(String(same)).toMatch(/another event as its 1th \(.* in prova-1\)/);
    await expect(copyLog(memoryStore(), other, quiet)).rejects.toThrow('as its 1th');
    const longer = await written([[1, 2]]);
    const shorter = memoryStore();
    await copyLog(longer, shorter, quiet);
    await shorter.append('prova-1', facts(1), 2);
    await expect(copyLog(longer, shorter, quiet)).rejects.toThrow('as its 3th');
    expect(await all(other)).toEqual(before);
  });

  it('dice a che punto è ogni cinquemila fatti, e rende le coppie a gruppi', async () => {
    const [source, target] = [memoryStore(), memoryStore()];
    for (let stream = 0; stream < 26; stream += 1) await source.append(`prova-${stream}`, facts(200), 'none');
    const told: number[] = [];
    expect(await copyLog(source, target, (count) => told.push(count))).toMatchObject({ existing: 0, copied: 5200 });
    expect(told).toEqual([5000]);
    const groups: number[] = [];
    await compareLogs(source, target, await source.head(), async ({ length }) => void groups.push(length));
    expect(groups).toEqual([5000, 200]);
  });

  it('il confronto si accorge di un fatto cambiato, di uno in più e di uno in meno', async () => {
    const [first, second] = [fact({ ore: 1 }), fact({ ore: 2 })];
    const source = memoryStore();
    await source.append('prova', [first, second], 'none');
    const against = async (events: (typeof first)[]) => {
      const copy = memoryStore();
      await copy.append('prova', events, 'none');
      return compareLogs(source, copy, await source.head(), async () => {});
    };
    expect(await against([first, second])).toEqual({ events: 2, streams: 1 });
    await expect(against([first, { ...second, data: { ore: 3 } }])).rejects.toThrow('is not the same');
    await expect(against([first])).rejects.toThrow('there is none');
    await expect(against([first, second, fact()])).rejects.toThrow('more events');
    await expect(against([second, first])).rejects.toThrow();
  });

  it('l’impronta di un fatto non dipende dall’ordine delle chiavi', () => {
    const stored = { ...fact(), stream: 'prova', version: 1, position: '1' };
    const one = { ...stored, data: { a: 1, b: { c: [1, 2], d: null } } };
    const other = { ...stored, position: '2', data: { b: { d: null, c: [1, 2] }, a: 1 } };
    expect(eventDigest(one)).toBe(eventDigest(other));
    expect(eventDigest(one)).not.toBe(eventDigest({ ...one, data: { a: 1, b: { c: [2, 1], d: null } } }));
  });
});
