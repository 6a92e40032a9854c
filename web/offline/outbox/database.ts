const NAME = 'strato-invii';

/** `items`: sealed, in order, each with a mark of whose it is; `files` under the number of their item; `kept`: one sealed text for each name. */
export interface SealedItem {
  n?: number;
  owner: string;
  sealed: string;
}
export interface SealedFiles {
  owner: string;
  parts: readonly Uint8Array[];
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });

const commitOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
  });

export type Table = 'items' | 'files' | 'kept';
export type Database = ReturnType<typeof openDatabase>;

/** The device's own database, in two verbs: read one table, change some of them at once. */
export function openDatabase(factory: IDBFactory = indexedDB) {
  const connection = open(factory);
  // whoever reads is told
  connection.catch(() => {});
  return {
    read: async <T>(table: Table, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
      resultOf(ask((await connection).transaction(table).objectStore(table))),
    /** Resolves once it lies on the disk; `work` must not wait for anything else. */
    async change<T>(
      tables: readonly Table[],
      work: (store: (table: Table) => IDBObjectStore) => IDBRequest<T> | void,
    ): Promise<T | undefined> {
      const transaction = (await connection).transaction(tables, 'readwrite', { durability: 'strict' });
      const end = commitOf(transaction);
      const request = work((table) => transaction.objectStore(table));
      await end;
      return request ? request.result : undefined;
    },
  };
}

async function open(factory: IDBFactory): Promise<IDBDatabase> {
  const opening = factory.open(NAME, 1);
  opening.onupgradeneeded = () => {
    const { result } = opening;
    result.createObjectStore('items', { keyPath: 'n', autoIncrement: true }).createIndex('owner', 'owner');
    result.createObjectStore('files');
    result.createObjectStore('kept');
  };
  const database = await resultOf(opening);
  // a page of a later release must be able to bring the tables up to date
  database.onversionchange = () => database.close();
  return database;
}
