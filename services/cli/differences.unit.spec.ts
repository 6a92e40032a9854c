import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLogWithLeaves, type Entry } from './differences.ts';

const entry = (n: number, salt = ''): Entry => ({
  stream: `s-${n % 3}`,
  version: Math.floor(n / 3) + 1,
  hash: createHash('sha256').update(`${n}${salt}`).digest(),
});
const of = (count: number): Entry[] => Array.from({ length: count }, (_, n) => entry(n));
const named = (kind: string, n: number) => ({ kind, stream: `s-${n % 3}`, version: Math.floor(n / 3) + 1 });
function compare(log: readonly Entry[], leaves: readonly Entry[]) {
  const compared = compareLogWithLeaves();
  for (let i = 0; i < Math.max(log.length, leaves.length); i += 1) compared.next(log[i] ?? null, leaves[i] ?? null);
  return compared.end();
}
const extra: Entry = { stream: 'x', version: 1, hash: Buffer.alloc(32) };

describe('The comparison of a log with its leaves', () => {
  it('names nothing where both are equal, and counts what is newer than the tree', () => {
    expect(compare(of(20), of(20))).toEqual({ altered: [], newer: 0 });
    expect(compare(of(23), of(20))).toEqual({ altered: [], newer: 3 });
    expect(compare([], [])).toEqual({ altered: [], newer: 0 });
  });

  it.each([
    ['changed', (log: Entry[]) => log.with(7, entry(7, 'x')), [named('changed', 7)]],
    ['deleted', (log: Entry[]) => log.toSpliced(7, 1), [named('missing', 7)]],
    ['deleted twice', (log: Entry[]) => log.toSpliced(12, 1).toSpliced(7, 1), [named('missing', 7), named('missing', 12)]],
    ['the first deleted', (log: Entry[]) => log.slice(1), [named('missing', 0)]],
    ['cut short', (log: Entry[]) => log.slice(0, 18), [named('missing', 18), named('missing', 19)]],
    ['slipped in', (log: Entry[]) => log.toSpliced(7, 0, extra), [{ kind: 'added', stream: 'x', version: 1 }]],
    ['swapped', (log: Entry[]) => log.with(7, log[9]!).with(9, log[7]!), [named('moved', 7), named('moved', 9)]],
    ['neighbours swapped', (log: Entry[]) => log.with(7, log[8]!).with(8, log[7]!), [named('moved', 7), named('moved', 8)]],
    [
      'deleted and slipped in',
      (log: Entry[]) => log.toSpliced(15, 0, extra).toSpliced(7, 1),
      [named('missing', 7), { kind: 'added', stream: 'x', version: 1 }],
    ],
  ])('names what was %s, and nothing else', (_name, alter, altered) => {
    const { altered: found } = compare(alter(of(20)), of(20));
    expect(found.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual(altered.toSorted((a, b) => a.kind.localeCompare(b.kind)));
  });

  it('finds any one deletion, change or insertion, wherever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(), fc.constantFrom('missing', 'changed', 'added'), (count, place, kind) => {
        const log = of(count);
        const at = place % count;
        const altered =
          kind === 'missing' ? log.toSpliced(at, 1) : kind === 'changed' ? log.with(at, entry(at, '!')) : log.toSpliced(at, 0, extra);
        const expected = kind === 'added' ? { kind, stream: 'x', version: 1 } : named(kind, at);
        expect(compare(altered, log).altered).toEqual([expected]);
      }),
    );
  });
});
