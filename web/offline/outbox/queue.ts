import type { WrongField } from '#contracts/core/errors.ts';
import { dependsOn, withDependents, withPortalKeys, type Item } from './item.ts';

/** What is changed at once, or not at all. */
export interface Change {
  /** Each in the place of its `n`. */
  put?: readonly Item[];
  /** By their `n`; their files go with them. */
  remove?: readonly number[];
  /** Records that have their number now: the device's → the portal's. */
  known?: Readonly<Record<string, string>>;
}

/** Where one person's items lie. */
export interface Shelf {
  /** In their order. */
  all(): Promise<Item[]>;
  add(item: Omit<Item, 'n'>, files?: readonly Uint8Array[]): Promise<Item>;
  files(n: number): Promise<Uint8Array[]>;
  commit(change: Change): Promise<void>;
  known(): Promise<Record<string, string>>;
}

/** What the portal said of an item. `lost`: nothing, or nothing to rely on. */
export type SentAnswer =
  | { is: 'written'; key: string | null; version: number | null }
  | { is: 'lost'; fault?: boolean; after?: number }
  | { is: 'refused'; said: string; wrong: readonly WrongField[] }
  | { is: 'conflict'; said: string; theirs: number };

export type Send = (item: Item) => Promise<SentAnswer>;

/** How sending one went: `stopped` for the network, `nothing` when all that is left waits for the person. */
export type Turn =
  { is: 'sent'; item: Item; key: string | null; version: number | null } | { is: 'put-aside' } | { is: 'nothing' } | Stopped;
interface Stopped {
  is: 'stopped';
  /** Milliseconds that the portal asked for. */
  after: number | null;
}

/** Times that the portal may fail over one item before it is put aside: the others must not wait behind it for ever. */
const MOST_FAULTS = 5;

/** The first that nothing is in the way of. */
export const nextOf = (items: readonly Item[]): Item | undefined =>
  items.find((item) => item.state === 'attesa' && !items.some((other) => dependsOn(item, other)));

/** Sends the next item. That it left is written down before, and what came of it at once after: killed in between, it goes again under the same key. */
export async function sendNext(shelf: Shelf, send: Send): Promise<Turn> {
  const items = await shelf.all();
  const next = nextOf(items);
  if (!next) return { is: 'nothing' };
  const sent = { ...next, tried: true };
  await shelf.commit({ put: [sent] });
  const answer = await send(sent);
  switch (answer.is) {
    case 'written':
      await shelf.commit(written(items, sent, answer));
      return { is: 'sent', item: sent, key: answer.key ?? sent.key, version: answer.version };
    case 'lost': {
      const faults = sent.faults + (answer.fault ? 1 : 0);
      if (faults >= MOST_FAULTS) {
        const said = 'Il portale ha avuto un problema più volte con questo invio.';
        await shelf.commit({ put: [{ ...sent, faults: 0, state: 'rifiutata', said }] });
        return { is: 'put-aside' };
      }
      if (faults !== sent.faults) await shelf.commit({ put: [{ ...sent, faults }] });
      return { is: 'stopped', after: answer.after ?? null };
    }
    case 'refused':
      await shelf.commit({ put: [{ ...sent, tried: false, state: 'rifiutata', said: answer.said, wrong: answer.wrong }] });
      return { is: 'put-aside' };
    case 'conflict':
      await shelf.commit({ put: [{ ...sent, tried: false, state: 'conflitto', said: answer.said, theirs: answer.theirs }] });
      return { is: 'put-aside' };
  }
}

/** It is gone, and those that waited for it know its number and its version. */
function written(items: readonly Item[], sent: Item, { key, version }: SentAnswer & { is: 'written' }): Change {
  const known = sent.makes && sent.key !== null && key !== null ? { [sent.key]: key } : {};
  const put = items
    .filter((item) => dependsOn(item, sent))
    .map((item) => ({
      ...item,
      body: withPortalKeys(item.body, known),
      key: item.key === null ? null : (known[item.key] ?? item.key),
      ...(item.after === sent.id ? { after: null, version } : {}),
    }));
  return { remove: [sent.n], put, known };
}

/**
 * What is asked of the portal again: the person has seen why it was not taken. `over`: over what another person saved. False, as
 * of the two below: it is not here any more, it has reached the portal meanwhile.
 */
export async function retry(shelf: Shelf, id: string, newId: () => string, over = false): Promise<boolean> {
  const item = (await shelf.all()).find((one) => one.id === id);
  if (!item) return false;
  if (item.state === 'attesa') return true;
  return replace(shelf, item, { version: over && item.theirs !== null ? item.theirs : item.version }, newId);
}

export interface Changed {
  body: string;
  /** The same as a change of the record that the item makes or changes; `null`: it has no such thing. */
  follow: string | null;
  /** What it is called now. */
  title?: string;
}

/**
 * The item with another body. One that may have arrived is left as it is, since under its key the portal takes nothing else: the
 * change follows it, over the record as it will be then.
 */
export async function change(shelf: Shelf, id: string, { body, follow, title }: Changed, newId: () => string): Promise<boolean> {
  const item = (await shelf.all()).find((one) => one.id === id);
  if (!item) return false;
  if (!item.tried) return replace(shelf, item, { body, ...(title === undefined ? {} : { title }) }, newId);
  if (follow === null) throw new Error(`${item.path}: no change can follow it`);
  const { n: _place, ...same } = item;
  await shelf.add({
    ...same,
    id: newId(),
    method: 'PUT',
    body: follow,
    makes: false,
    after: item.id,
    version: null,
    tried: false,
    state: 'attesa',
    said: null,
    wrong: [],
  });
  return true;
}

/** In its place in the order, under a key of its own: it is another request. One that may have arrived keeps its key. */
async function replace(shelf: Shelf, item: Item, to: Partial<Item>, newId: () => string): Promise<true> {
  const next: Item = { ...item, ...to, state: 'attesa', said: null, wrong: [], theirs: null, faults: 0 };
  if (item.tried) {
    await shelf.commit({ put: [next] });
    return true;
  }
  const id = newId();
  const followers = (await shelf.all()).filter(({ after }) => after === item.id).map((one) => ({ ...one, after: id }));
  await shelf.commit({ put: [{ ...next, id }, ...followers] });
  return true;
}

/** Thrown away, with all that makes no sense without it. */
export async function discard(shelf: Shelf, id: string): Promise<boolean> {
  const gone = withDependents(await shelf.all(), id);
  await shelf.commit({ remove: gone.map(({ n }) => n) });
  return gone.length > 0;
}
