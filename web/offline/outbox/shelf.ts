import type { DraftCipher } from '#web/lib/draft-cipher.ts';
import type { Database, SealedFiles, SealedItem } from './database.ts';
import type { Item } from './item.ts';
import type { Shelf } from './queue.ts';

/** One person's encrypted values on the device, by name, beside the items. */
export interface DeviceValues {
  read(name: string): Promise<unknown>;
  write(name: string, value: unknown): Promise<void>;
  /** Removes all of this person's data except the named values. */
  forget(except: readonly string[]): Promise<void>;
}

const KNOWN = 'known';

/** Opens one person's storage. Without their key, neither owner nor content can be read. */
export function openShelf(database: Database, cipher: DraftCipher): Shelf & DeviceValues {
  const owner = cipher.place('outbox');
  const place = (name: string): string => `${owner}/${cipher.place(name)}`;
  const sealItem = ({ n, ...item }: Omit<Item, 'n'> & { n?: number }): SealedItem => ({
    ...(n === undefined ? {} : { n }),
    owner,
    sealed: cipher.seal(JSON.stringify(item)),
  });
  const openItem = ({ n, sealed }: SealedItem): Item[] => {
    const text = cipher.open(sealed);
    return text === null || n === undefined ? [] : [{ ...(JSON.parse(text) as Item), n }];
  };
  const read = async (name: string): Promise<unknown> => {
    const sealed = (await database.read('kept', (store) => store.get(place(name)))) as string | undefined;
    const text = sealed === undefined ? null : cipher.open(sealed);
    return text === null ? undefined : JSON.parse(text);
  };
  const readKnown = async (): Promise<Record<string, string>> => ((await read(KNOWN)) ?? {}) as Record<string, string>;
  return {
    async all() {
      const rows = (await database.read('items', (store) => store.index('owner').getAll(owner))) as SealedItem[];
      return rows.flatMap(openItem).toSorted((one, other) => one.n - other.n);
    },
    async add(item, files = []) {
      const row = sealItem(item);
      const parts = files.map((bytes) => cipher.sealBytes(bytes));
      const n = await database.change(['items', 'files'], (store) => {
        const request = store('items').add(row);
        if (parts.length > 0) request.onsuccess = () => store('files').put({ owner, parts } satisfies SealedFiles, request.result);
        return request;
      });
      return { ...item, n: Number(n) };
    },
    async files(n) {
      const lying = (await database.read('files', (store) => store.get(n))) as SealedFiles | undefined;
      return (lying?.parts ?? []).map((part) => {
        const bytes = cipher.openBytes(part);
        if (bytes === null) throw new Error('a file on the device cannot be opened');
        return bytes;
      });
    },
    async commit({ put = [], remove = [], portalKeys = {} }) {
      const rows = put.map(sealItem);
      const names = Object.keys(portalKeys).length === 0 ? null : cipher.seal(JSON.stringify({ ...(await readKnown()), ...portalKeys }));
      await database.change(['items', 'files', 'kept'], (store) => {
        for (const row of rows) store('items').put(row);
        for (const n of remove) {
          store('items').delete(n);
          store('files').delete(n);
        }
        if (names !== null) store('kept').put(names, place(KNOWN));
      });
    },
    portalKeys: readKnown,
    read,
    async write(name, value) {
      const sealed = cipher.seal(JSON.stringify(value));
      await database.change(['kept'], (store) => void store('kept').put(sealed, place(name)));
    },
    async forget(except) {
      const stays = new Set([...except, KNOWN].map(place));
      const names = (await database.read('kept', (store) => store.getAllKeys())) as string[];
      await database.change(['kept'], (store) => {
        for (const name of names) if (name.startsWith(`${owner}/`) && !stays.has(name)) store('kept').delete(name);
      });
    },
  };
}
