import { sql } from 'kysely';
import { readTables, runStatement, type QueryRunner } from '../database/compiled.ts';
import {
  consistencyRanges,
  foldSubtrees,
  inclusionRanges,
  leafHash,
  perfectRoot,
  subtreesOf,
  type LeafRange,
  type Subtree,
} from './merkle.ts';
import { leafText, type RecordedEvent } from './leaf.ts';
import { hashesBetween, TILE_LEVELS } from './tree.table.ts';

/** Returns the leaf of an event: the event as hashed, the bytes that are hashed, and their hash. */
export function leafOf(event: RecordedEvent): { entry: Readonly<Record<string, unknown>>; text: string; hash: Buffer } {
  const text = leafText(event);
  return { entry: JSON.parse(text) as Record<string, unknown>, text, hash: leafHash(text) };
}

/** A leaf of the tree. */
export interface TreeLeaf {
  /** Number of the leaf, from 0. */
  index: number;
  hash: Buffer;
  stream: string;
  version: number;
}

/** Returns the number of leaves of the tree, as far as the read tables have come. */
export async function treeSize(db: QueryRunner): Promise<number> {
  const [last] = await runStatement(db, readTables.selectFrom('sigilli_foglie').select('numero').orderBy('numero', 'desc').limit(1));
  return last === undefined ? 0 : last.numero + 1;
}

/** Returns the root of the tree when it had `size` leaves. Throws if it never had so many. */
export async function rootAt(db: QueryRunner, size: number): Promise<Buffer> {
  const [root] = await rootsOf(db, [{ from: 0, to: size }]);
  return root!;
}

/** Returns the hashes that prove that each of these leaves is in the tree of `size` leaves, from the leaf's sibling up. */
export async function inclusionProofs(db: QueryRunner, indexes: readonly number[], size: number): Promise<Buffer[][]> {
  const ranges = indexes.map((index) => inclusionRanges(index, size));
  const roots = await rootsOf(db, ranges.flat());
  let at = 0;
  return ranges.map((one) => roots.slice(at, (at += one.length)));
}

/** Returns the hashes that prove that the tree of `size` leaves extends that of `before`. */
export const consistencyProof = (db: QueryRunner, before: number, size: number): Promise<Buffer[]> =>
  rootsOf(db, consistencyRanges(before, size));

const LEAVES = readTables
  .selectFrom('sigilli_foglie')
  .select(['numero as index', 'impronta as hash', 'flusso as stream', 'versione as version']);

/** Returns the leaves of these events of one stream, by version. */
export async function leavesOf(db: QueryRunner, stream: string, versions: readonly number[]): Promise<TreeLeaf[]> {
  const ofStream = LEAVES.where('flusso', '=', stream).where('versione', '=', ({ fn, val }) => fn.any(val([...versions])));
  return runStatement(db, ofStream.orderBy('versione').orderBy('numero'));
}

/** Yields all leaves in the order of the log, from the `from`th on. */
export async function* leavesFrom(db: QueryRunner, from: number): AsyncGenerator<TreeLeaf> {
  for (let next = from; ;) {
    const rows = await runStatement(db, LEAVES.where('numero', '>=', next).orderBy('numero').limit(PORTION));
    yield* rows;
    if (rows.length < PORTION) return;
    next = rows.at(-1)!.index + 1;
  }
}

const PORTION = 10_000;

async function rootsOf(db: QueryRunner, ranges: readonly LeafRange[]): Promise<Buffer[]> {
  const subtrees = ranges.map(subtreesOf);
  const hashOf = await loadSubtrees(db, subtrees.flat());
  return subtrees.map((one) => foldSubtrees(one.map(hashOf)));
}

const nameOf = ({ level, index }: Subtree): string => `${level}/${index}`;

/** Computes the roots of perfect subtrees from the stored hashes below them, at most 128 each; reads each level once. */
async function loadSubtrees(db: QueryRunner, subtrees: readonly Subtree[]): Promise<(subtree: Subtree) => Buffer> {
  const hashes = new Map<string, Buffer>();
  const byLevel = Map.groupBy(new Map(subtrees.map((one) => [nameOf(one), one])).values(), ({ level }) => level - (level % TILE_LEVELS));
  for (const [stored, ones] of byLevel) {
    const ranges = ones.map(({ level, index }) => {
      const wide = 2 ** (level - stored);
      return { from: index * wide, to: (index + 1) * wide };
    });
    const found = await storedHashes(db, stored, ranges);
    ones.forEach((one, i) => {
      const { from, to } = ranges[i]!;
      const below = Array.from({ length: to - from }, (_, at) => found.get(from + at));
      if (!below.every((hash) => hash !== undefined)) throw new Error(`the tree lacks hashes of level ${stored} between ${from} and ${to}`);
      hashes.set(nameOf(one), perfectRoot(below));
    });
  }
  return (subtree) => hashes.get(nameOf(subtree))!;
}

async function storedHashes(db: QueryRunner, level: number, ranges: readonly LeafRange[]): Promise<Map<number, Buffer>> {
  const [from, to] = [ranges.map((one) => one.from), ranges.map((one) => one.to)];
  // `order by` keeps the subquery as it is, so that each range is one look-up by key
  const stored = hashesBetween(level, sql.ref('r.da'), sql.ref('r.a'));
  const rows = await runStatement(
    db,
    sql<{ numero: number; impronta: Buffer }>`select s.numero, s.impronta
      from unnest(${from}::bigint[], ${to}::bigint[]) as r(da, a) cross join lateral ${stored} s`,
  );
  return new Map(rows.map(({ numero, impronta }) => [numero, impronta]));
}
