import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamCache, type Later } from './remembered-streams.ts';

/** Estimated size of one event of this spec. */
const EVENT = 810;

/** Creates a log with streams of these lengths; records the reads. */
function log(lengths: Record<string, number>) {
  const asked: unknown[][] = [];
  const rowOf = (stream: string, version: number) => ({
    position: String(version),
    stream,
    version,
    type: 'nato',
    data: { n: version, ...(stream === 'heavy' ? { testo: 'x'.repeat(6 * EVENT) } : {}) },
    metadata: {},
  });
  const ask = (async (stream: string, after: number, until: number) => {
    asked.push([stream, after]);
    return Array.from({ length: lengths[stream] ?? 0 }, (_, i) => rowOf(stream, i + 1)).filter(
      ({ version }) => version > after && version <= until,
    );
  }) as unknown as Later;
  return { ask, asked, versions: (events: readonly { version: number }[]) => events.map((event) => event.version) };
}

describe('What is remembered of streams', () => {
  it('asks only for what came after', async () => {
    const lengths = { a: 3 };
    const { ask, asked, versions } = log(lengths);
    const { read } = streamCache(ask);
    expect(versions(await read('a'))).toEqual([1, 2, 3]);
    lengths.a = 5;
    expect(versions(await read('a'))).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([
      ['a', 0],
      ['a', 3],
    ]);
  });

  it('asks for nothing where all that is wanted is known', async () => {
    const { ask, asked, versions } = log({ a: 5 });
    const { read } = streamCache(ask);
    await read('a');
    expect(await Promise.all([0, 2, 5, -1].map(async (until) => versions(await read('a', until))))).toEqual([
      [],
      [1, 2],
      [1, 2, 3, 4, 5],
      [],
    ]);
    expect(asked).toHaveLength(1);
  });

  it('begins anew with one it was told to forget', async () => {
    const { ask, asked } = log({ a: 2 });
    const { read, forget } = streamCache(ask);
    await read('a');
    forget('a');
    await read('a');
    expect(asked).toEqual([
      ['a', 0],
      ['a', 0],
    ]);
  });

  it('gives what nobody else sees changed', async () => {
    const { ask, versions } = log({ a: 2 });
    const { read } = streamCache(ask);
    (await read('a')).pop();
    expect(versions(await read('a'))).toEqual([1, 2]);
  });

  it('keeps the streams that were read last, and no longer one than it may', async () => {
    const { ask, asked } = log({ a: 4, b: 4, c: 4, long: 7, heavy: 1 });
    const { read } = streamCache(ask, { kept: 8 * EVENT, longest: 6 * EVENT });
    for (const stream of ['a', 'b', 'a', 'c', 'a', 'b', 'long', 'long']) await read(stream);
    expect(asked.splice(0)).toEqual([
      ['a', 0],
      ['b', 0],
      ['a', 4],
      ['c', 0],
      ['a', 4],
      ['b', 0],
      ['long', 0],
      ['long', 0],
    ]);
    for (const stream of ['heavy', 'heavy', 'b']) await read(stream);
    expect(asked).toEqual([
      ['heavy', 0],
      ['heavy', 0],
      ['b', 4],
    ]);
  });

  it('whatever grows and is read in between, answers what the log has', async () => {
    const step = fc.record({
      stream: fc.constantFrom('a', 'b', 'c'),
      grows: fc.nat(4),
      until: fc.option(fc.integer({ min: -1, max: 12 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 12 }), async (steps, kept) => {
        const lengths: Record<string, number> = { a: 0, b: 0, c: 0 };
        const { ask, versions } = log(lengths);
        const { read } = streamCache(ask, { kept: kept * EVENT, longest: 9 * EVENT });
        for (const { stream, grows, until } of steps) {
          lengths[stream]! += grows;
          const all = Array.from({ length: lengths[stream]! }, (_, i) => i + 1);
          expect(versions(await read(stream, until))).toEqual(all.filter((version) => version <= (until ?? Infinity)));
        }
      }),
    );
  });
});
