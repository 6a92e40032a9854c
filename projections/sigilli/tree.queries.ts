import { sql, type QueryExecutorProvider } from 'kysely';
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
import { TILE_LEVELS } from './tree.table.ts';

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
export async function treeSize(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ numero: number }>`select numero from sigilli_foglie order by numero desc limit 1`.execute(db);
  return rows[0] === undefined ? 0 : rows[0].numero + 1;
}

/** Returns the root of the tree when it had `size` leaves. Throws if it never had so many. */
export async function rootAt(db: QueryExecutorProvider, size: number): Promise<Buffer> {
  const [root] = await rootsOf(db, [{ from: 0, to: size }]);
  return root!;
}

/** Returns the hashes that prove that each of these leaves is in the tree of `size` leaves, from the leaf's sibling up. */
export async function inclusionProofs(db: QueryExecutorProvider, indexes: readonly number[], size: number): Promise<Buffer[][]> {
  const ranges = indexes.map((index) => inclusionRanges(index, size));
  const roots = await rootsOf(db, ranges.flat());
  let at = 0;
  return ranges.map((one) => roots.slice(at, (at += one.length)));
}

/** Returns the hashes that prove that the tree of `size` leaves extends that of `before`. */
export const consistencyProof = (db: QueryExecutorProvider, before: number, size: number): Promise<Buffer[]> =>
  rootsOf(db, consistencyRanges(before, size));

/** Returns the leaves of these events of one stream, by version. */
export async function leavesOf(db: QueryExecutorProvider, stream: string, versions: readonly number[]): Promise<TreeLeaf[]> {
  const { rows } = await sql<TreeLeaf>`select numero as index, impronta as hash, flusso as stream, versione as version
    from sigilli_foglie where flusso = ${stream} and versione = any(${[...versions]}::integer[]) order by versione, numero`.execute(db);
  return rows;
}

/** Yields all leaves in the order of the log, from the `from`th on. */
export async function* leavesFrom(db: QueryExecutorProvider, from: number): AsyncGenerator<TreeLeaf> {
  for (let next = from; ;) {
    const { rows } = await sql<TreeLeaf>`select numero as index, impronta as hash, flusso as stream, versione as version
      from sigilli_foglie where numero >= ${next} order by numero limit ${PORTION}`.execute(db);
    yield* rows;
    if (rows.length < PORTION) return;
    next = rows.at(-1)!.index + 1;
  }
}

const PORTION = 10_000;

async function rootsOf(db: QueryExecutorProvider, ranges: readonly LeafRange[]): Promise<Buffer[]> {
  const subtrees = ranges.map(subtreesOf);
  const hashOf = await loadSubtrees(db, subtrees.flat());
  return subtrees.map((one) => foldSubtrees(one.map(hashOf)));
}

const nameOf = ({ level, index }: Subtree): string => `${level}/${index}`;

/** Computes the roots of perfect subtrees from the stored hashes below them, at most 128 each; reads each level once. */
async function loadSubtrees(db: QueryExecutorProvider, subtrees: readonly Subtree[]): Promise<(subtree: Subtree) => Buffer> {
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

async function storedHashes(db: QueryExecutorProvider, level: number, ranges: readonly LeafRange[]): Promise<Map<number, Buffer>> {
  const [from, to] = [ranges.map((one) => one.from), ranges.map((one) => one.to)];
  // `order by` keeps the subquery as it is, so that each range is one look-up by key
  const stored =
    level === 0
      ? sql`select numero, impronta from sigilli_foglie where numero >= r.da and numero < r.a order by numero`
      : sql`select numero, impronta from sigilli_nodi where livello = ${sql.lit(level)} and numero >= r.da and numero < r.a order by numero`;
  const { rows } = await sql<{ numero: number; impronta: Buffer }>`select s.numero, s.impronta
    from unnest(${from}::bigint[], ${to}::bigint[]) as r(da, a) cross join lateral (${stored}) s`.execute(db);
  return new Map(rows.map(({ numero, impronta }) => [numero, impronta]));
}
