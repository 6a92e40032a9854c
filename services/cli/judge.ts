import { createHash, createPublicKey, verify } from 'node:crypto';
import type { Kysely } from 'kysely';
import { parseCheckpoint, parseNote, type CheckpointText } from '#contracts/core/signed-note.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import type { Database, ReadDatabase } from '#projections/database.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import { eventLeaf } from '#projections/sigilli/leaf.ts';
import { frontier } from '#projections/sigilli/merkle.ts';
import { leavesFrom, treeSize } from '#projections/sigilli/tree.queries.ts';
import type { WriteDatabase } from '../platform/postgres/write-tables.ts';
import { compareLogWithLeaves, type LogDifference } from './differences.ts';

/** A checkpoint with which the log is compared. */
export interface Seal {
  /** Origin of the checkpoint: `kept` for the portal's own table, otherwise the path of the file. */
  from: string;
  note: string;
  /** Verifier keys; absent for those in the portal's table. */
  keys?: readonly string[];
}

export interface JudgedSeal extends Pick<Seal, 'from'> {
  origin: string;
  size: number;
  root: string;
  /** Result of the comparison. `earlier-epoch` means that the log was restored to a moment since, so the checkpoint need not match. */
  outcome: 'holds' | 'other-root' | 'log-too-short' | 'earlier-epoch' | 'other-portal' | 'no-checkpoint';
  /** True if a key of this portal has signed the checkpoint. */
  signed: boolean;
}

export interface Judgement {
  seals: JudgedSeal[];
  /** Events that differ from their leaves. */
  altered: LogDifference[];
  events: number;
  /** Number of events that the tree does not contain yet. */
  newer: number;
}

interface Judging {
  store: ReadableLog;
  readDb: Database<ReadDatabase>;
  writeDb: Kysely<WriteDatabase>;
  /** Checkpoints from outside the database. */
  elsewhere: readonly Seal[];
}

/** Tells whether a judgement found no problem. */
export const isSound = ({ seals, altered }: Judgement): boolean =>
  altered.length === 0 && seals.every(({ outcome, signed }) => outcome === 'earlier-epoch' || (outcome === 'holds' && signed));

/**
 * Reads the whole log and compares it with its leaves, which shows altered events, and with every checkpoint in the table and elsewhere.
 */
export async function judgeLog({ store, readDb, writeDb, elsewhere }: Judging): Promise<Judgement> {
  const rows = await writeDb.selectFrom('sigilli').select(['testo', 'chiavi']).orderBy('id').execute();
  const origin = await writeDb.selectFrom('sigilli_origine').select(['installazione', 'epoca']).executeTakeFirst();
  const portal = origin ? { id: `strato/${origin.installazione}`, epoch: origin.epoca } : null;
  const knownKeys = [...new Set(rows.flatMap(({ chiavi }) => chiavi))];
  const seals = [...rows.map(({ testo, chiavi }): Seal => ({ from: 'kept', note: testo, keys: chiavi })), ...elsewhere];
  const parsed = seals.map((seal) => ({ seal, text: checkpointIn(seal.note) }));
  // the size is read before the log's head, so that no leaf is newer than the events read
  const leaves = await treeSize(readDb);
  const { roots, ...found } = await readLog({ store, readDb, leaves, sizes: new Set(parsed.map(({ text }) => text?.size ?? -1)) });
  return { ...found, seals: parsed.map(({ seal, text }) => judgeSeal(seal, text, { roots, knownKeys, portal })) };
}

const checkpointIn = (note: string): CheckpointText | null => {
  const text = parseNote(note)?.text;
  return text === undefined ? null : parseCheckpoint(text);
};

interface Reading {
  store: ReadableLog;
  readDb: Database<ReadDatabase>;
  leaves: number;
  sizes: ReadonlySet<number>;
}

async function readLog({ store, readDb, leaves, sizes }: Reading) {
  const tree = frontier();
  const roots = new Map<number, string>();
  const mark = (): void => {
    if (sizes.has(tree.size)) roots.set(tree.size, tree.root().toString('base64'));
  };
  mark();
  const compared = compareLogWithLeaves();
  const leafStream = leavesFrom(readDb, 0);
  let remainingLeaves = leaves;
  const nextLeaf = async () => {
    if (remainingLeaves === 0) return null;
    remainingLeaves -= 1;
    return (await leafStream.next()).value ?? null;
  };
  let last = '';
  for await (const events of readUntil(store, null, await store.head())) {
    for (const event of events) {
      // a store may deliver an event twice after a reconnection
      if (event.position <= last) continue;
      last = event.position;
      const hash = eventLeaf(event);
      tree.add(hash);
      mark();
      compared.next({ stream: event.stream, version: event.version, hash }, await nextLeaf());
    }
  }
  for (let leaf = await nextLeaf(); leaf; leaf = await nextLeaf()) compared.next(null, leaf);
  await leafStream.return(undefined);
  return { roots, ...compared.end(), events: tree.size };
}

interface KnownCheckpoints {
  roots: ReadonlyMap<number, string>;
  knownKeys: readonly string[];
  portal: { id: string; epoch: number } | null;
}

function judgeSeal({ from, note, keys }: Seal, text: CheckpointText | null, { roots, knownKeys, portal }: KnownCheckpoints): JudgedSeal {
  if (!text) return { from, origin: '', size: 0, root: '', outcome: 'no-checkpoint', signed: false };
  const { origin, size, root } = text;
  const seal = { from, origin, size, root, signed: isSigned(note, keys ?? knownKeys) };
  const [host, id, epoch = '1'] = origin.split('/');
  if (portal && `${host}/${id}` !== portal.id) return { ...seal, outcome: 'other-portal' };
  const found = roots.get(size);
  if (found === root) return { ...seal, outcome: 'holds' };
  if (portal && Number(epoch) < portal.epoch) return { ...seal, outcome: 'earlier-epoch' };
  return { ...seal, outcome: found === undefined ? 'log-too-short' : 'other-root' };
}

const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Tells whether one of these verifier keys has signed a note. */
function isSigned(note: string, keys: readonly string[]): boolean {
  const parsed = parseNote(note);
  if (!parsed) return false;
  return keys.some((key) => {
    const [name = '', keyId = '', ...rest] = key.split('+');
    const material = Buffer.from(rest.join('+'), 'base64');
    const own = createHash('sha256').update(`${name}\n`).update(material).digest('hex').slice(0, 8);
    const signature = parsed.signatures.find((one) => one.name === name && one.keyId === keyId);
    if (!signature || own !== keyId || material.length !== 33 || material[0] !== 0x01) return false;
    const publicKey = createPublicKey({ key: Buffer.concat([DER_PREFIX, material.subarray(1)]), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(parsed.text), publicKey, signature.signature);
  });
}
