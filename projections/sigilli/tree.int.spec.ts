import fc from 'fast-check';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { everything, mute, newEvent, NO_UPCASTS, record, testTables } from '../engine/events.testing.ts';
import { rebuild } from '../engine/rebuild.ts';
import { check } from '../engine/verify.ts';
import { eventLeaf } from './leaf.ts';
import { consistencyRanges, foldSubtrees, frontier, inclusionRanges, perfectRoot, subtreesOf, type LeafRange } from './merkle.ts';
import { treeProjection } from './tree.projection.ts';
import { consistencyProof, inclusionProofs, leavesFrom, leavesOf, rootAt, treeSize } from './tree.queries.ts';

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;

beforeEach(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, [treeProjection]);
});
afterEach(async () => {
  await tables.db.destroy();
  await database.close();
});

const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));
const made = (count: number, from = 0): StoredEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    ...newEvent('Prova.v1', { n: from + i }),
    stream: `prova-${(from + i) % 7}`,
    version: Math.floor((from + i) / 7) + 1,
    position: String(from + i).padStart(12, '0'),
  }));
const rootsIn =
  (leaves: readonly Buffer[]) =>
  (range: LeafRange): Buffer =>
    foldSubtrees(subtreesOf(range).map(({ level, index }) => perfectRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))));
function rootOf(leaves: readonly Buffer[]): string {
  const tree = frontier();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root().toString('hex');
}

describe('The tree that the projection keeps', { timeout: 60_000 }, () => {
  it('has the root, and proves leaves and older trees, at every size and however the events came in batches', async () => {
    const events: StoredEvent[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(1, 3, 100, 255, 256, 300, 700), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        async (sizes, at) => {
          for (const size of sizes) {
            const added = made(size, events.length);
            events.push(...added);
            // an event that was delivered already comes again
            await tables.applyAll([...events.slice(-size - 1, -size), ...added]);
          }
          const leaves = events.map(eventLeaf);
          const [index, before] = [at % leaves.length, 1 + ((at * 7) % leaves.length)];
          expect(await treeSize(tables.db)).toBe(leaves.length);
          expect((await rootAt(tables.db, before)).toString('hex')).toBe(rootOf(leaves.slice(0, before)));
          expect((await rootAt(tables.db, leaves.length)).toString('hex')).toBe(rootOf(leaves));
          const [proof] = await inclusionProofs(tables.db, [index], leaves.length);
          expect(hex(proof!)).toEqual(hex(inclusionRanges(index, leaves.length).map(rootsIn(leaves))));
          expect(hex(await consistencyProof(tables.db, before, leaves.length))).toEqual(
            hex(consistencyRanges(before, leaves.length).map(rootsIn(leaves))),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  it('grows over more than two levels of stored roots', async () => {
    const leaves: Buffer[] = [];
    for (const size of [65_000, 1_000, 500]) {
      const added = made(size, leaves.length);
      leaves.push(...added.map(eventLeaf));
      await tables.applyAll(added);
    }
    for (const size of [65_535, 65_536, 65_537, 66_500])
      expect((await rootAt(tables.db, size)).toString('hex')).toBe(rootOf(leaves.slice(0, size)));
    const [first, last] = await inclusionProofs(tables.db, [0, 66_499], 66_500);
    expect(hex(first!)).toEqual(hex(inclusionRanges(0, 66_500).map(rootsIn(leaves))));
    expect(hex(last!)).toEqual(hex(inclusionRanges(66_499, 66_500).map(rootsIn(leaves))));
  });

  it('is empty over an empty log, and has no root of a size that it never had', async () => {
    expect(await treeSize(tables.db)).toBe(0);
    expect((await rootAt(tables.db, 0)).toString('hex')).toBe(frontier().root().toString('hex'));
    await expect(rootAt(tables.db, 1)).rejects.toThrow('the tree lacks hashes of level 0 between 0 and 1');
  });

  it('tells the leaves of a stream, and all of them in the order of the log', async () => {
    const events = made(30);
    await tables.applyAll(events);
    const found = await leavesOf(tables.db, 'prova-2', [2, 1, 9]);
    expect(found.map(({ index, version }) => [index, version])).toEqual([
      [2, 1],
      [9, 2],
    ]);
    expect(found[0]!.hash.equals(eventLeaf(events[2]!))).toBe(true);
    const all = [];
    for await (const leaf of leavesFrom(tables.db, 28)) all.push(leaf.index);
    expect(all).toEqual([28, 29]);
  });

  it('is over the events as recorded, whatever they are read as now, and the same once it is rebuilt', async () => {
    const store = memoryStore();
    const upcasts = new Map([['Vecchio.v1', { to: 'Nuovo.v1', data: () => ({ letto: 'ora' }) }]]);
    await tables.db.destroy();
    tables = await testTables(database.url, [treeProjection], upcasts);
    for (let i = 0; i < 300; i += 1) await record(store, `prova-${i % 4}`, 'Vecchio.v1', { i, nul: 'a\u0000b' });
    await tables.catchUp(store);
    const expected = rootOf((await everything(store)).map(eventLeaf));
    const root = async () => (await rootAt(tables.db, 300)).toString('hex');
    expect(await root()).toBe(expected);
    const log = pino({ level: 'silent' });
    await rebuild({ store, url: database.url, log, projections: [treeProjection], upcasts });
    expect(await root()).toBe(expected);
    const outcome = await check({ store, url: database.url, log: mute, projections: [treeProjection], upcasts });
    expect(outcome).toMatchObject({ equal: true, differences: [] });
    expect((await check({ store, url: database.url, log: mute, projections: [treeProjection], upcasts: NO_UPCASTS })).equal).toBe(true);
    await store.close();
  });
});
