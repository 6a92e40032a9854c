import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { checkpointText } from '#contracts/core/signed-note.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import type { Database, ReadDatabase } from '#projections/database.ts';
import { projectionsState } from '#projections/engine/projections.queries.ts';
import { rootAt, treeSize } from '#projections/sigilli/tree.queries.ts';
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
}

/** Error for a tree that no longer extends the last checkpoint: the log was altered, or cut short. */
export class TreeBroken extends Error {
  readonly last: KeptCheckpoint;
  readonly found: BrokenTree;
  constructor(last: KeptCheckpoint, found: BrokenTree) {
    super(`the tree does not extend checkpoint ${last.id}, of ${last.dimensione} events`);
    this.name = 'TreeBroken';
    this.last = last;
    this.found = found;
  }
}

/** Error for a tree that is not as far as the log: it is being filled, or its projection stopped. */
export class TreeBehind extends Error {
  constructor() {
    super('the tree is not as far as the log');
    this.name = 'TreeBehind';
  }
}

/** Size of a tree that is too short, or its root at the checkpoint's size. */
export type BrokenTree = { size: number } | { root: string };

/** Key of the advisory lock under which checkpoints are made. */
const LOCK = 72_616_104;

export const PROJECTION = 'sigilli';

/** Returns the size of the tree; `null` while the tree is not as far as the log. */
export async function wholeTree({ store, readDb }: Pick<Sealing, 'store' | 'readDb'>): Promise<number | null> {
  const head = await store.head();
  const tree = (await projectionsState(readDb)).find(({ nome }) => nome === PROJECTION);
  if (tree?.stato !== 'attiva' || (head !== null && (tree.posizione ?? '') < head)) return null;
  return treeSize(readDb);
}

const COLUMNS = ['id', 'quando', 'origine', 'dimensione', 'radice', 'testo', 'chiavi', 'marca', 'firme'] as const;

/** Returns the newest checkpoint; `null` if there is none. */
export async function lastCheckpoint(db: Kysely<WriteDatabase>): Promise<KeptCheckpoint | null> {
  return (await db.selectFrom('sigilli').select(COLUMNS).orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;
}

export async function checkpointById(db: Kysely<WriteDatabase>, id: number): Promise<KeptCheckpoint | null> {
  return (await db.selectFrom('sigilli').select(COLUMNS).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns a page of the checkpoints, newest first. */
export function checkpoints(db: Kysely<WriteDatabase>, { limit, offset }: { limit: number; offset: number }): Promise<KeptCheckpoint[]> {
  return db.selectFrom('sigilli').select(COLUMNS).orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countCheckpoints(db: Kysely<WriteDatabase>): Promise<number> {
  const { count } = await db
    .selectFrom('sigilli')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the origin line of the portal's checkpoints: its id, made once, and the epoch after the first. */
export async function originOf(db: Kysely<WriteDatabase>): Promise<string> {
  await db
    .insertInto('sigilli_origine')
    .values({ installazione: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { installazione, epoca } = await db.selectFrom('sigilli_origine').select(['installazione', 'epoca']).executeTakeFirstOrThrow();
  return `strato/${installazione}${epoca === 1 ? '' : `/${epoca}`}`;
}

/** Compares the tree with a checkpoint; `null` if the tree extends it. */
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
 * Makes a checkpoint of the log as it stands, keeps it and writes it to DATI_DIR. Returns the last one if nothing was recorded since.
 * Throws `TreeBehind`, `TreeBroken`, `SealKeyMissing`.
 */
export async function makeCheckpoint(sealing: Sealing): Promise<{ checkpoint: KeptCheckpoint; made: boolean }> {
  const dataDir = resolve(sealing.config.DATI_DIR);
  const done = await sealing.writeDb.transaction().execute(async (tx) => {
    await sql<unknown>`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const size = await wholeTree(sealing);
    if (size === null) throw new TreeBehind();
    const last = await lastCheckpoint(tx);
    const origin = await originOf(tx);
    const keys = await keysFor(dataDir, last);
    const broken = last?.origine === origin ? await compareTree(sealing.readDb, size, last) : null;
    if (last && broken) throw new TreeBroken(last, broken);
    const signing = [keys.current, ...(keys.previous ? [keys.previous] : [])];
    const verifiers = signing.map((key) => verifierKey(origin, key));
    const same = last?.origine === origin && last.dimensione === size && verifiers.every((key) => last.chiavi.includes(key));
    if (last && same) return { checkpoint: last, made: false };
    const now = sealing.clock.now();
    // a clock that was set back must not date a checkpoint before the one that it continues
    const quando = last && last.quando > now ? last.quando : now;
    const root = (await rootAt(sealing.readDb, size)).toString('base64');
    const extensions = [quando.toISOString(), ...(last ? [await continued({ ...sealing, writeDb: tx }, last, { origin, size })] : [])];
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
    return { checkpoint: { ...row, marca: null, firme: [] }, made: true };
  });
  if (done.made) {
    await writeCheckpointFile(dataDir, done.checkpoint);
    if (done.checkpoint.chiavi.length > 1) await forgetPrevious(dataDir);
  }
  return done;
}

/** Returns the keys; makes the first where no checkpoint was signed yet. */
async function keysFor(dataDir: string, last: KeptCheckpoint | null): Promise<SealKeys> {
  const keys = await readKeys(dataDir);
  if (keys) return keys;
  if (last) throw new SealKeyMissing();
  return makeKeys(dataDir);
}

/**
 * Returns the extension line that names the checkpoint before. In a new epoch that is the newest one that the tree still extends; where it
 * extends none, the line says that the tree begins again.
 */
async function continued(
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

/** State of the seals, for whoever looks after the portal. */
export interface SealState {
  last: KeptCheckpoint | null;
  /** `extended` also while the tree is not as far as the log, which then says nothing. */
  tree: 'extended' | 'broken';
  keyMissing: boolean;
}

/** Compares the tree with the last checkpoint, without making one. */
export async function sealState({ config, store, readDb, writeDb }: Omit<Sealing, 'clock'>): Promise<SealState> {
  const last = await lastCheckpoint(writeDb);
  if (last === null) return { last, tree: 'extended', keyMissing: false };
  const [size, origin, keys] = await Promise.all([wholeTree({ store, readDb }), originOf(writeDb), readKeys(resolve(config.DATI_DIR))]);
  const broken = size !== null && origin === last.origine && (await compareTree(readDb, size, last)) !== null;
  return { last, tree: broken ? 'broken' : 'extended', keyMissing: keys === null };
}
