import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consistencyRanges, EMPTY_ROOT, foldSubtrees, frontier, inclusionRanges, leafHash, perfectRoot, subtreesOf } from './merkle.ts';

// RFC 9162, section 2, written from its text and sharing nothing with the code under test
const sha = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const powerBelow = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);
function mth(d: readonly Buffer[]): Buffer {
  if (d.length === 0) return sha();
  if (d.length === 1) return sha(Buffer.from([0]), d[0]!);
  const k = powerBelow(d.length);
  return sha(Buffer.from([1]), mth(d.slice(0, k)), mth(d.slice(k)));
}
function path(m: number, d: readonly Buffer[]): Buffer[] {
  if (d.length === 1) return [];
  const k = powerBelow(d.length);
  return m < k ? [...path(m, d.slice(0, k)), mth(d.slice(k))] : [...path(m - k, d.slice(k)), mth(d.slice(0, k))];
}
function subproof(m: number, d: readonly Buffer[], b: boolean): Buffer[] {
  if (m === d.length) return b ? [] : [mth(d)];
  const k = powerBelow(d.length);
  return m <= k ? [...subproof(m, d.slice(0, k), b), mth(d.slice(k))] : [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))];
}

const entries = fc.array(
  fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  { minLength: 1, maxLength: 70 },
);
const rootsIn =
  (d: readonly Buffer[]) =>
  ({ from, to }: { from: number; to: number }): Buffer =>
    foldSubtrees(
      subtreesOf({ from, to }).map(({ level, index }) => perfectRoot(d.slice(index * 2 ** level, (index + 1) * 2 ** level).map(leafHash))),
    );
const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));

describe('The Merkle tree of RFC 9162', () => {
  it('has the roots that the implementations of Certificate Transparency publish as test vectors', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const tree = frontier();
    expect(hex([tree.root(), EMPTY_ROOT])).toEqual(hex([sha(), sha()]));
    for (const [i, input] of inputs.entries()) {
      tree.add(leafHash(Buffer.from(input, 'hex')));
      expect([tree.size, tree.root().toString('hex')]).toEqual([i + 1, roots[i]]);
    }
  });

  it('has, at every size, the root of the recursive definition, whichever way it is computed', () => {
    fc.assert(
      fc.property(entries, (d) => {
        const tree = frontier();
        for (let size = 1; size <= d.length; size += 1) {
          tree.add(leafHash(d[size - 1]!));
          const expected = mth(d.slice(0, size)).toString('hex');
          expect(tree.root().toString('hex')).toBe(expected);
          expect(rootsIn(d)({ from: 0, to: size }).toString('hex')).toBe(expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('proves each leaf, and each older tree, with the hashes of the recursive definition', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.nat(), (d, a, b) => {
        const [index, before] = [a % d.length, 1 + (b % d.length)];
        expect(hex(inclusionRanges(index, d.length).map(rootsIn(d)))).toEqual(hex(path(index, d)));
        expect(hex(consistencyRanges(before, d.length).map(rootsIn(d)))).toEqual(hex(subproof(before, d, true)));
      }),
      { numRuns: 300 },
    );
  });

  it('refuses a leaf or an older tree that is not there', () => {
    for (const [index, size] of [
      [0, 0],
      [3, 3],
      [-1, 3],
      [0.5, 3],
    ] as const)
      expect(() => inclusionRanges(index, size)).toThrow(RangeError);
    expect(() => consistencyRanges(4, 3)).toThrow(RangeError);
    expect([consistencyRanges(0, 3), consistencyRanges(3, 3)]).toEqual([[], []]);
  });

  it('splits trees larger than 32 bits can count', () => {
    const size = 2 ** 40 + 3;
    expect(subtreesOf({ from: 0, to: size })).toEqual([
      { level: 40, index: 0 },
      { level: 1, index: 2 ** 39 },
      { level: 0, index: 2 ** 40 + 2 },
    ]);
    expect(inclusionRanges(2 ** 40 + 2, size)).toHaveLength(2);
  });
});
