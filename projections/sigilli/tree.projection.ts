import { expressionBuilder, sql } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { ReadDatabase } from '../database.ts';
import { readTables } from '../database/compiled.ts';
import { upsertRows } from '../engine/bulk.ts';
import type { Projection } from '../engine/projection.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { eventLeaf } from './leaf.ts';
import { perfectRoot } from './merkle.ts';
import { createTree, hashesBetween, LEAVES, NODES, TILE, TILE_LEVELS } from './tree.table.ts';

/** Version of the leaves. A change of what is hashed raises it, and ends every checkpoint made before. */
const LEAF_FORMAT = '1';

const LAST = readTables.selectFrom('sigilli_foglie').select(['numero', 'posizione']).orderBy('numero', 'desc').limit(sql.lit(1)).compile();

/** The Merkle tree over the log: a leaf for each event in the order of the log, and the roots of full tiles. */
export const treeProjection: Projection = {
  name: 'sigilli',
  tables: [LEAVES.table, NODES.table],
  events: 'all',
  recorded: true,
  signature: LEAF_FORMAT,
  create: createTree,
  async apply(tx, events) {
    const [last] = await tx.query(LAST);
    const size = last === undefined ? 0 : last.numero + 1;
    const leaves = newLeaves(events, last?.posizione ?? '').map(({ event, impronta }, i) => ({
      numero: size + i,
      impronta,
      flusso: event.stream.replaceAll('\u0000', '').toWellFormed(),
      versione: event.version,
      posizione: event.position,
    }));
    upsertRows(
      tx,
      LEAVES,
      leaves.map((leaf) => ({ ...leaf, impronta: byteaText(leaf.impronta) })),
    );
    await addNodes(
      tx,
      size,
      leaves.map(({ impronta }) => impronta),
    );
  },
};

/** Returns the events after a position with their hashes. A store may deliver an event again after a reconnection. */
function newLeaves(events: readonly StoredEvent[], after: string): { event: StoredEvent; impronta: Buffer }[] {
  let position = after;
  return events.flatMap((event) => {
    if (event.position <= position) return [];
    ({ position } = event);
    return [{ event, impronta: eventLeaf(event) }];
  });
}

const byteaText = (hash: Buffer): string => `\\x${hash.toString('hex')}`;

/** Writes the roots of the tiles that new leaves fill, level by level. */
async function addNodes(tx: BatchTransaction, size: number, leaves: readonly Buffer[]): Promise<void> {
  let [start, added] = [size, leaves];
  for (let level = 0; ; level += TILE_LEVELS) {
    const first = Math.floor(start / TILE);
    const tiles = Math.floor((start + added.length) / TILE) - first;
    if (tiles === 0) return;
    const hashes = [...(await storedHashes(tx, level, { from: first * TILE, to: start })), ...added];
    const roots = Array.from({ length: tiles }, (_, i) => perfectRoot(hashes.slice(i * TILE, (i + 1) * TILE)));
    upsertRows(
      tx,
      NODES,
      roots.map((root, i) => ({ livello: level + TILE_LEVELS, numero: first + i, impronta: byteaText(root) })),
    );
    [start, added] = [first, roots];
  }
}

async function storedHashes(tx: BatchTransaction, level: number, { from, to }: { from: number; to: number }): Promise<Buffer[]> {
  if (from === to) return [];
  const { val } = expressionBuilder<ReadDatabase>();
  const hashes = hashesBetween(level, val(from), val(to));
  return (await tx.query(hashes)).map(({ impronta }) => impronta);
}
