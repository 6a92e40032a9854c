import type { WrongField } from '#contracts/core/errors.ts';
import { LOCAL_KEY } from '#web/lib/device.ts';

/** `attesa`: it goes when there is a network. The others wait for the person. */
export type ItemState = 'attesa' | 'rifiutata' | 'conflitto';

/** A file that goes with an upload; its bytes lie apart. */
export interface ItemFile {
  name: string;
  type: string;
  size: number;
}

/** One call that was made on the device and is to reach the portal, once. */
export interface Item {
  /** The `Idempotency-Key` it is sent with. */
  id: string;
  /** Its place in the order. */
  n: number;
  at: string;
  /** For the person: "Lettura ore M012". */
  title: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** As it is sent: the same text each time. Of an upload the fields beside its files. */
  body: string;
  /** An upload; `null` for a call with a body of JSON. */
  files: readonly ItemFile[] | null;
  /** The version it was written over. */
  version: number | null;
  /** Path of its register; `null` for a call of none. */
  register: string | null;
  /** Key of its record: of one that it makes the one it goes by on the device. */
  key: string | null;
  /** It makes a record, which goes by `key` until the portal has given it a number. */
  makes: boolean;
  /** The item before it on the same record, whose version it takes. */
  after: string | null;
  state: ItemState;
  /** It left at least once, and no answer came: the portal may have it. */
  tried: boolean;
  /** Times that the portal failed over it. */
  faults: number;
  /** What the portal said against it. */
  said: string | null;
  wrong: readonly WrongField[];
  /** Of a conflict: the version that the record has now. */
  theirs: number | null;
}

const LOCAL = new RegExp(LOCAL_KEY, 'g');
const FIRST = 900_000_000_000;
const MANY = 100_000_000_000;
/** From here tenths of a second are counted, each with room for a few records. */
const SINCE = Date.UTC(2020, 0, 1);
const EACH = 16;
let last = 0;

/** Lists are in the order of their numbers: a record made later has a higher one, as in the portal. */
export function newLocalKey(now = Date.now(), random: () => number = Math.random): string {
  const tenths = Math.floor((now - SINCE) / 100);
  last = Math.max(last + 1, (tenths * EACH + Math.floor(random() * EACH)) % MANY);
  return String(FIRST + last);
}

/** Keys of records that are only on the device, named anywhere in the text. */
export const localKeysIn = (text: string): string[] => [...new Set(text.match(LOCAL))];

/** The text with the portal's numbers in place of the device's. */
export const withPortalKeys = (text: string, known: Readonly<Record<string, string>>): string =>
  text.replaceAll(LOCAL, (key) => known[key] ?? key);

/** Does `item` have to wait until `other` has been answered? */
export const dependsOn = (item: Item, other: Item): boolean =>
  item.id !== other.id &&
  (item.after === other.id ||
    (other.makes && other.key !== null && (item.key === other.key || localKeysIn(item.body).includes(other.key))));

/** The item and all that cannot go without it. */
export function withDependents(items: readonly Item[], id: string): Item[] {
  const taken = items.filter((item) => item.id === id);
  for (const one of taken) taken.push(...items.filter((item) => !taken.includes(item) && dependsOn(item, one)));
  return taken;
}
