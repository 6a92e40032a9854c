import type { WrongField } from '#contracts/core/errors.ts';
import { dependsOn, withDependents, withPortalKeys, type Item } from './item.ts';

/** A change of the stored items, applied atomically. */
export interface Change {
  /** Items to store; `n` identifies each. */
  put?: readonly Item[];
  /** Numbers `n` of the items to remove with their files. */
  remove?: readonly number[];
  /** Keys of created records: local key → portal key. */
  portalKeys?: Readonly<Record<string, string>>;
}

/** Storage of one person's items. */
export interface Shelf {
  /** Returns all items in order. */
  all(): Promise<Item[]>;
  add(item: Omit<Item, 'n'>, files?: readonly Uint8Array[]): Promise<Item>;
  files(n: number): Promise<Uint8Array[]>;
  commit(change: Change): Promise<void>;
  portalKeys(): Promise<Record<string, string>>;
}

/** Result of sending an item. `lost`: no reliable response. */
export type SentAnswer =
  | { is: 'written'; key: string | null; version: number | null }
  | { is: 'lost'; fault?: boolean; after?: number }
  | { is: 'refused'; said: string; wrong: readonly WrongField[] }
  | { is: 'conflict'; said: string; theirs: number };

export type Send = (item: Item) => Promise<SentAnswer>;

/** Result of one step of the queue. `stopped`: no network. `nothing`: all remaining items need the person's decision. */
export type Turn =
  { is: 'sent'; item: Item; key: string | null; version: number | null } | { is: 'put-aside' } | { is: 'nothing' } | StoppedSending;
interface StoppedSending {
  is: 'stopped';
  /** Milliseconds to wait, as the portal requested. */
  after: number | null;
}

/** Maximum number of failures of the portal on one item before it is put aside, so that the others can be sent. */
const MOST_FAULTS = 5;

/** Returns the first waiting item that depends on no other. */
export const nextOf = (items: readonly Item[]): Item | undefined =>
  items.find((item) => item.state === 'attesa' && !items.some((other) => dependsOn(item, other)));

/**
 * Sends the next item. The attempt is stored before sending and the result right after, so an interrupted
 * attempt is repeated with the same key.
 */
export async function sendNext(shelf: Shelf, send: Send): Promise<Turn> {
  const items = await shelf.all();
  const next = nextOf(items);
  if (!next) return { is: 'nothing' };
  const attempt = { ...next, tried: true };
  await shelf.commit({ put: [attempt] });
  const answer = await send(attempt);
  switch (answer.is) {
    case 'written':
      await shelf.commit(applyWritten(items, attempt, answer));
      return { is: 'sent', item: attempt, key: answer.key ?? attempt.key, version: answer.version };
    case 'lost': {
      const faults = attempt.faults + (answer.fault ? 1 : 0);
      if (faults >= MOST_FAULTS) {
        const said = 'Il portale ha avuto un problema più volte con questo invio.';
        await shelf.commit({ put: [{ ...attempt, faults: 0, state: 'rifiutata', said }] });
        return { is: 'put-aside' };
      }
      if (faults !== attempt.faults) await shelf.commit({ put: [{ ...attempt, faults }] });
      return { is: 'stopped', after: answer.after ?? null };
    }
    case 'refused':
      await shelf.commit({ put: [{ ...attempt, tried: false, state: 'rifiutata', said: answer.said, wrong: answer.wrong }] });
      return { is: 'put-aside' };
    case 'conflict':
      await shelf.commit({ put: [{ ...attempt, tried: false, state: 'conflitto', said: answer.said, theirs: answer.theirs }] });
      return { is: 'put-aside' };
  }
}

/** Removes a sent item, and gives its key and version to the items that waited for it. */
function applyWritten(items: readonly Item[], sentItem: Item, { key, version }: SentAnswer & { is: 'written' }): Change {
  const portalKeys = sentItem.makes && sentItem.key !== null && key !== null ? { [sentItem.key]: key } : {};
  const dependents = items
    .filter((item) => dependsOn(item, sentItem))
    .map((item) => ({
      ...item,
      body: withPortalKeys(item.body, portalKeys),
      key: item.key === null ? null : (portalKeys[item.key] ?? item.key),
      ...(item.after === sentItem.id ? { after: null, version } : {}),
    }));
  return { remove: [sentItem.n], put: dependents, portalKeys };
}

/**
 * Sends a refused item again. `over`: overwrites the version that another person saved. Resolves to false when
 * the item no longer waits.
 */
export async function retry(shelf: Shelf, id: string, newId: () => string, over = false): Promise<boolean> {
  const item = (await shelf.all()).find((one) => one.id === id);
  if (!item) return false;
  if (item.state === 'attesa') return true;
  return replace(shelf, item, { version: over && item.theirs !== null ? item.theirs : item.version }, newId);
}

export interface EditedItem {
  body: string;
  /** The edit as a change of the item's record, sent after the item; `null` if no such change is possible. */
  follow: string | null;
  /** New title of the item. */
  title?: string;
}

/**
 * Changes the body of an item. An item that may have arrived stays unchanged, because its key fixes its body;
 * the edit follows as a second item.
 */
export async function change(shelf: Shelf, id: string, { body, follow, title }: EditedItem, newId: () => string): Promise<boolean> {
  const item = (await shelf.all()).find((one) => one.id === id);
  if (!item) return false;
  if (!item.tried) return replace(shelf, item, { body, ...(title === undefined ? {} : { title }) }, newId);
  if (follow === null) throw new Error(`${item.path}: no change can follow it`);
  const { n: _place, ...fields } = item;
  await shelf.add({
    ...fields,
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

/** Replaces an item in its place in the order, under a new key. An item that may have arrived keeps its key. */
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

/** Discards an item and all items that depend on it. */
export async function discard(shelf: Shelf, id: string): Promise<boolean> {
  const dependents = withDependents(await shelf.all(), id);
  await shelf.commit({ remove: dependents.map(({ n }) => n) });
  return dependents.length > 0;
}
