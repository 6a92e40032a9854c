import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { checkpointText } from '#contracts/core/signed-note.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import type { Database, ReadDatabase } from '#projections/database.ts';
import { projectionsState } from '#projections/engine/projections.queries.ts';
import { rootAt, treeSize } from '#projections/sigilli/tree.queries.ts';
import { ACCEPTED_DELAY_MS, type ReadModelWait } from '../http/read-model-wait.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { writeCheckpointFile } from './files.ts';
import type { KeptCheckpoint } from './kept.ts';
import { forgetPrevious, makeKeys, readKeys, SealKeyMissing, signNote, verifierKey, type SealKeys } from './keys.ts';

export interface Sealing {
  config: { DATI_DIR: string };
  clock: Clock;
  store: Pick<ReadableLog, 'head'>;
  readDb: Database<ReadDatabase>;
  writeDb: Kysely<WriteDatabase>;
  readModelWait: ReadModelWait;
}

/** Error for a tree that no longer extends the last checkpoint: the log was altered, or cut short. */
export class TreeBroken extends Error {
  readonly last: KeptCheckpoint;
  readonly brokenTree: BrokenTree;
  constructor(last: KeptCheckpoint, brokenTree: BrokenTree) {
    super(`the tree does not extend checkpoint ${last.id}, of ${last.dimensione} events`);
    this.name = 'TreeBroken';
    this.last = last;
    this.brokenTree = brokenTree;
  }
}

/** Error for a tree that lacks the newest events of the log, because its projection is being rebuilt or has stopped. */
export class TreeBehind extends Error {
  constructor() {
    super('the tree is not as far as the log');
    this.name = 'TreeBehind';
  }
}

/** Evidence of a broken tree: its size if the tree is shorter than the checkpoint, else its root at the checkpoint's size. */
export type BrokenTree = { size: number } | { root: string };

/** Key of the advisory lock under which checkpoints are made. */
const LOCK = 72_616_104;

/** Name of the projection that builds the tree. */
export const PROJECTION = 'sigilli';

/**
 * Returns the number of leaves of the tree once it has every event recorded before the call; `null` if it has not within
 * `ACCEPTED_DELAY_MS`. Events recorded meanwhile may be in it.
 */
export async function wholeTree(needs: Pick<Sealing, 'store' | 'readDb' | 'readModelWait'>): Promise<number | null> {
  return treeUpTo(needs.readDb, await awaitHead(needs));
}

/** Returns the position of the newest event, once the read tables have it or after `ACCEPTED_DELAY_MS`. */
async function awaitHead({ store, readModelWait }: Pick<Sealing, 'store' | 'readModelWait'>): Promise<string | null> {
  const head = await store.head();
  if (head !== null) await readModelWait.until(head, ACCEPTED_DELAY_MS);
  return head;
}

/** Returns the number of leaves of the tree; `null` while the tree lacks the event at position `head`. */
async function treeUpTo(readDb: Database<ReadDatabase>, head: string | null): Promise<number | null> {
  const tree = (await projectionsState(readDb)).find(({ nome }) => nome === PROJECTION);
  if (tree?.stato !== 'attiva' || (head !== null && (tree.posizione ?? '') < head)) return null;
  return treeSize(readDb);
}

const COLUMNS = ['id', 'quando', 'origine', 'dimensione', 'radice', 'testo', 'chiavi', 'marca', 'firme'] as const;

/** Returns the newest checkpoint; `null` if there is none. */
export async function lastCheckpoint(db: Kysely<WriteDatabase>): Promise<KeptCheckpoint | null> {
  return (await db.selectFrom('sigilli').select(COLUMNS).orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;
}

/** Returns the checkpoint with an id; `null` if there is none. */
export async function checkpointById(db: Kysely<WriteDatabase>, id: number): Promise<KeptCheckpoint | null> {
  return (await db.selectFrom('sigilli').select(COLUMNS).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns a page of the checkpoints, newest first. */
export function checkpoints(db: Kysely<WriteDatabase>, { limit, offset }: { limit: number; offset: number }): Promise<KeptCheckpoint[]> {
  return db.selectFrom('sigilli').select(COLUMNS).orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

/** Returns the number of stored checkpoints. */
export async function countCheckpoints(db: Kysely<WriteDatabase>): Promise<number> {
  const { count } = await db
    .selectFrom('sigilli')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Returns the origin line of the portal's checkpoints: the portal's id, created at the first call, then the epoch unless it is the first.
 */
export async function originOf(db: Kysely<WriteDatabase>): Promise<string> {
  await db
    .insertInto('sigilli_origine')
    .values({ installazione: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { installazione, epoca } = await db.selectFrom('sigilli_origine').select(['installazione', 'epoca']).executeTakeFirstOrThrow();
  return `strato/${installazione}${epoca === 1 ? '' : `/${epoca}`}`;
}

/** Compares the tree with a checkpoint. Returns `null` if the tree extends the checkpoint. */
export async function compareTree(
  readDb: Database<ReadDatabase>,
  size: number,
  { dimensione, radice }: Pick<KeptCheckpoint, 'dimensione' | 'radice'>,
): Promise<BrokenTree | null> {
  if (size < dimensione) return { size };
  const root = (await rootAt(readDb, dimensione)).toString('base64');
  return root === radice ? null : { root };
}

/**
 * Makes a checkpoint of all that was recorded before the call, stores it and writes it to DATI_DIR. Returns the last checkpoint if nothing was
 * recorded since. Throws `TreeBehind`, `TreeBroken`, `SealKeyMissing`.
 */
export async function makeCheckpoint(sealing: Sealing): Promise<{ checkpoint: KeptCheckpoint; isNew: boolean }> {
  const dataDir = resolve(sealing.config.DATI_DIR);
  const head = await awaitHead(sealing);
  const done = await sealing.writeDb.transaction().execute(async (tx) => {
    await tx.selectNoFrom(({ fn, lit }) => fn('pg_advisory_xact_lock', [lit(LOCK)]).as('locked')).execute();
    // read under the lock, so that it is not smaller than the last checkpoint
    const size = await treeUpTo(sealing.readDb, head);
    if (size === null) throw new TreeBehind();
    const last = await lastCheckpoint(tx);
    const origin = await originOf(tx);
    const keys = await keysFor(dataDir, last);
    const broken = last?.origine === origin ? await compareTree(sealing.readDb, size, last) : null;
    if (last && broken) throw new TreeBroken(last, broken);
    const signing = [keys.current, ...(keys.previous ? [keys.previous] : [])];
    const verifiers = signing.map((key) => verifierKey(origin, key));
    const same = last?.origine === origin && last.dimensione === size && verifiers.every((key) => last.chiavi.includes(key));
    if (last && same) return { checkpoint: last, isNew: false };
    const now = sealing.clock.now();
    // if the clock was set back, a checkpoint must still not be dated before its predecessor
    const quando = last && last.quando > now ? last.quando : now;
    const root = (await rootAt(sealing.readDb, size)).toString('base64');
    const extensions = [
      quando.toISOString(),
      ...(last ? [await continuationLine({ ...sealing, writeDb: tx }, last, { origin, size })] : []),
    ];
    const note = signNote(checkpointText({ origin, size, root, extensions }), origin, signing);
    const row = {
      id: (last?.id ?? 0) + 1,
      quando,
      origine: origin,
      dimensione: size,
      radice: root,
      testo: note,
      chiavi: verifiers,
    };
    await tx.insertInto('sigilli').values(row).execute();
    return { checkpoint: { ...row, marca: null, firme: [] }, isNew: true };
  });
  if (done.isNew) {
    await writeCheckpointFile(dataDir, done.checkpoint);
    if (done.checkpoint.chiavi.length > 1) await forgetPrevious(dataDir);
  }
  return done;
}

/** Returns the signing keys. Creates the first key if no checkpoint exists; throws `SealKeyMissing` if one does. */
async function keysFor(dataDir: string, last: KeptCheckpoint | null): Promise<SealKeys> {
  const keys = await readKeys(dataDir);
  if (keys) return keys;
  if (last) throw new SealKeyMissing();
  return makeKeys(dataDir);
}

/**
 * Returns the extension line that names the previous checkpoint. In a new epoch, names the newest checkpoint that the tree still extends.
 * If the tree extends no checkpoint, returns a line with `ricomincia`.
 */
async function continuationLine(
  { readDb, writeDb }: Pick<Sealing, 'readDb' | 'writeDb'>,
  last: KeptCheckpoint,
  { origin, size }: { origin: string; size: number },
): Promise<string> {
  if (last.origine === origin) return lineOf('continua', last);
  for (let one: KeptCheckpoint | null = last; one; one = await checkpointById(writeDb, one.id - 1)) {
    if ((await compareTree(readDb, size, one)) === null) return lineOf('continua', one);
  }
  return lineOf('ricomincia', last);
}

const lineOf = (verb: 'continua' | 'ricomincia', { origine, dimensione, radice }: KeptCheckpoint): string =>
  `${verb} ${origine} ${dimensione} ${radice}`;

/** State of the checkpoints, as the health page and the mail about problems report it. */
export interface SealState {
  last: KeptCheckpoint | null;
  /** Also `extended` while the tree lacks events of the log, since it cannot be compared then. */
  tree: 'extended' | 'broken';
  keyMissing: boolean;
}

/** Compares the tree with the last checkpoint, without making one. */
export async function sealState({ config, store, readDb, writeDb }: Omit<Sealing, 'clock' | 'readModelWait'>): Promise<SealState> {
  const last = await lastCheckpoint(writeDb);
  if (last === null) return { last, tree: 'extended', keyMissing: false };
  const [head, origin, keys] = await Promise.all([store.head(), originOf(writeDb), readKeys(resolve(config.DATI_DIR))]);
  const size = await treeUpTo(readDb, head);
  const broken = size !== null && origin === last.origine && (await compareTree(readDb, size, last)) !== null;
  return { last, tree: broken ? 'broken' : 'extended', keyMissing: keys === null };
}
