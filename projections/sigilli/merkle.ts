import { createHash } from 'node:crypto';

const LEAF = Buffer.of(0x00);
const NODE = Buffer.of(0x01);

/** Root of a tree without leaves: the SHA-256 of nothing (RFC 9162, section 2.1.1). */
export const EMPTY_ROOT: Buffer = createHash('sha256').digest();

/** Returns the hash of a leaf (RFC 9162, section 2.1.1). */
export const leafHash = (entry: string | Uint8Array): Buffer => createHash('sha256').update(LEAF).update(entry).digest();

/** Returns the hash of an inner node (RFC 9162, section 2.1.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest();

/** Leaves `from` (included) to `to` (excluded), numbered from 0. */
export interface LeafRange {
  from: number;
  to: number;
}

/** A perfect subtree: the `2 ** level` leaves from `index * 2 ** level`. */
export interface Subtree {
  level: number;
  index: number;
}

/** Returns the largest power of two that is smaller than `size`, which is at least 2. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/**
 * Returns the perfect subtrees that make up a range, from left to right. The range must be one that the tree's own splits produce, so that
 * each subtree begins at a multiple of its size.
 */
export function subtreesOf({ from, to }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = from; at < to;) {
    let level = 0;
    while (at + 2 ** (level + 1) <= to) level += 1;
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** Returns the root over subtrees of falling size, given from left to right. */
export function foldSubtrees(hashes: readonly Buffer[]): Buffer {
  return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** Returns the root of a perfect tree over hashes, whose number is a power of two. */
export function perfectRoot(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) level = Array.from({ length: level.length / 2 }, (_, i) => nodeHash(level[2 * i]!, level[2 * i + 1]!));
  return level[0]!;
}

/** Returns the ranges whose roots prove that leaf `index` is in the tree of `size` leaves, from the leaf up (RFC 9162, section 2.1.3.1). */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  return pathOf(index, { from: 0, to: size });
}

function pathOf(index: number, { from, to }: LeafRange): LeafRange[] {
  if (to - from === 1) return [];
  const middle = from + splitOf(to - from);
  const [left, right] = [
    { from, to: middle },
    { from: middle, to },
  ];
  return index < middle ? [...pathOf(index, left), right] : [...pathOf(index, right), left];
}

/** Returns the ranges whose roots prove that the tree of `size` leaves extends that of `before` (RFC 9162, section 2.1.4.1). */
export function consistencyRanges(before: number, size: number): LeafRange[] {
  if (!Number.isSafeInteger(before) || before < 0 || before > size)
    throw new RangeError(`a tree of ${size} has none of ${before} before it`);
  return before === 0 || before === size ? [] : subproofOf(before, { from: 0, to: size }, 'whole');
}

/** `whole`: the older tree begins at this range's first leaf and is known to the verifier. */
function subproofOf(before: number, range: LeafRange, known: 'whole' | 'part'): LeafRange[] {
  const { from, to } = range;
  if (before === to) return known === 'whole' ? [] : [range];
  const middle = from + splitOf(to - from);
  const [left, right] = [
    { from, to: middle },
    { from: middle, to },
  ];
  return before <= middle ? [...subproofOf(before, left, known), right] : [...subproofOf(before, right, 'part'), left];
}

/** A tree that only grows. It keeps the roots of its perfect subtrees alone, so that memory does not grow with the log. */
export interface Frontier {
  readonly size: number;
  add(leaf: Buffer): void;
  root(): Buffer;
}

/** Creates an empty tree to which leaves are added one by one. */
export function frontier(): Frontier {
  const subtrees: { level: number; hash: Buffer }[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(leaf) {
      let added = { level: 0, hash: leaf };
      while (subtrees.at(-1)?.level === added.level) added = { level: added.level + 1, hash: nodeHash(subtrees.pop()!.hash, added.hash) };
      subtrees.push(added);
      size += 1;
    },
    root: () => foldSubtrees(subtrees.map(({ hash }) => hash)),
  };
}
