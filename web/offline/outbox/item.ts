import type { WrongField } from '#contracts/core/errors.ts';
import { isOnDevice, LOCAL_KEY, namesRecord } from '#web/lib/device.ts';

/** State of an item. `attesa`: to be sent when there is a network. The other states need the person's decision. */
export type ItemState = 'attesa' | 'rifiutata' | 'conflitto';

/** A file of an upload; its bytes are stored apart. */
export interface ItemFile {
  name: string;
  type: string;
  size: number;
}

/** One call stored on the device, to be sent to the portal exactly once. */
export interface Item {
  /** The `Idempotency-Key` of the request. */
  id: string;
  /** Number that orders the items. */
  n: number;
  at: string;
  /** Title for the person: "Lettura ore M012". */
  title: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Text of the request, equal on each attempt. For an upload: the fields without the files. */
  body: string;
  /** Files of an upload; `null` for a JSON call. */
  files: readonly ItemFile[] | null;
  /** Version of the record that the call changes. */
  version: number | null;
  /** Path of the call's register; `null` if the call belongs to none. */
  register: string | null;
  /** Key of the call's record; for a new record, its local key. */
  key: string | null;
  /** The call creates a record, named by `key` until the portal has given it a number. */
  makes: boolean;
  /** Id of the previous item on the same record; this item continues from its resulting version. */
  after: string | null;
  state: ItemState;
  /** Sent at least once without a response: the portal may have executed the call. */
  tried: boolean;
  /** Number of failures of the portal on this item. */
  faults: number;
  /** The portal's message on refusing the call. */
  said: string | null;
  wrong: readonly WrongField[];
  /** For a conflict: the record's current version. */
  theirs: number | null;
}

const LOCAL = new RegExp(LOCAL_KEY, 'g');
const FIRST = 900_000_000_000;
const MANY = 100_000_000_000;
/** Start of the time in local keys, which count tenths of a second with room for 16 records each. */
const SINCE = Date.UTC(2020, 0, 1);
const EACH = 16;
let last = 0;

/** Generates the key of a record on the device. Keys grow with time, so that lists sort them as the portal does. */
export function newLocalKey(now = Date.now(), random: () => number = Math.random): string {
  const tenths = Math.floor((now - SINCE) / 100);
  last = Math.max(last + 1, (tenths * EACH + Math.floor(random() * EACH)) % MANY);
  return String(FIRST + last);
}

/** Returns the local keys contained in an address. */
export const localKeysInUrl = (url: string): string[] => [...new Set(url.match(LOCAL))];

/** Replaces local keys in an address by the portal's keys. */
export const urlWithPortalKeys = (url: string, portalKeys: Readonly<Record<string, string>>): string =>
  url.replaceAll(LOCAL, (key) => portalKeys[key] ?? key);

/** Returns the local keys by which the fields of a JSON text name records. A note that holds such a number names none. */
export function localKeysIn(body: string): string[] {
  const keys = new Set<string>();
  JSON.parse(body, (name, value: unknown) => {
    if (namesRecord(name) && isOnDevice(String(value))) keys.add(String(value));
    return value;
  });
  return [...keys];
}

/** Replaces the local keys by which the fields of a JSON text name records by the portal's keys. */
export function withPortalKeys(body: string, portalKeys: Readonly<Record<string, string>>): string {
  const replaced = JSON.parse(body, (name, value: unknown) => {
    const key = namesRecord(name) ? portalKeys[String(value)] : undefined;
    if (key === undefined) return value;
    return typeof value === 'number' ? Number(key) : key;
  }) as unknown;
  return JSON.stringify(replaced);
}

/** Tells whether `item` must wait for the response to `other`. */
export const dependsOn = (item: Item, other: Item): boolean =>
  item.id !== other.id &&
  (item.after === other.id ||
    (other.makes && other.key !== null && (item.key === other.key || localKeysIn(item.body).includes(other.key))));

/** Returns the item and all items that depend on it. */
export function withDependents(items: readonly Item[], id: string): Item[] {
  const dependents = items.filter((item) => item.id === id);
  for (const one of dependents) dependents.push(...items.filter((item) => !dependents.includes(item) && dependsOn(item, one)));
  return dependents;
}
