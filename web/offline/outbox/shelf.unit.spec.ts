import { describe, expect, it } from 'vitest';
import { draftCipher } from '#web/lib/draft-cipher.ts';
import type { Database, SealedItem, Table } from './database.ts';
import { openShelf } from './shelf.ts';
import { item } from './shelf.testing.ts';

const key = (n: number) => Buffer.alloc(32, n).toString('base64url');

/** The three tables of the device in memory, with the verbs that a shelf uses; requests answer at once. */
function tables() {
  const rows: Record<Table, Map<unknown, unknown>> = { items: new Map(), files: new Map(), kept: new Map() };
  let next = 1;
  const request = (result?: unknown) => ({ result }) as IDBRequest;
  const store = (table: Table) =>
    ({
      get: (at: unknown) => request(rows[table].get(at)),
      getAllKeys: () => request([...rows[table].keys()]),
      index: () => ({ getAll: (owner: string) => request([...rows[table].values()].filter((row) => (row as SealedItem).owner === owner)) }),
      add: (row: SealedItem) => {
        rows[table].set(next, { ...row, n: next });
        const added = { result: next, onsuccess: null as (() => void) | null };
        next += 1;
        queueMicrotask(() => added.onsuccess?.());
        return added as unknown as IDBRequest;
      },
      put: (row: unknown, at?: unknown) => {
        rows[table].set(at ?? (row as SealedItem).n, row);
        return request();
      },
      delete: (at: unknown) => {
        rows[table].delete(at);
        return request();
      },
    }) as unknown as IDBObjectStore;
  const database: Database = {
    read: async (table, ask) => ask(store(table)).result,
    change: async (asked, work) => {
      const done = work((table) => {
        expect(asked).toContain(table);
        return store(table);
      });
      await Promise.resolve();
      return done ? done.result : undefined;
    },
  };
  return { rows, database };
}

describe('ciò che sta sul dispositivo', () => {
  it('torna in ordine com’era, con i suoi file; chiuso, di nessuno si legge', async () => {
    const { rows, database } = tables();
    const shelf = openShelf(database, draftCipher(key(1)));
    const added = await shelf.add(item({ id: 'a', title: 'Lettura ore A0001' }), [new Uint8Array([1, 2]), new Uint8Array([3])]);
    await shelf.add(item({ id: 'b' }));
    expect(added).toMatchObject({ id: 'a', n: 1 });
    expect((await shelf.all()).map(({ id, n, title }) => [id, n, title])).toEqual([
      ['a', 1, 'Lettura ore A0001'],
      ['b', 2, 'b'],
    ]);
    expect(await shelf.files(1)).toEqual([new Uint8Array([1, 2]), new Uint8Array([3])]);
    expect([await shelf.files(2), rows.files.size]).toEqual([[], 1]);
    expect(JSON.stringify([...rows.items.values()])).not.toContain('A0001');
  });

  it('è di una persona: chi ha un’altra chiave non vede né tocca niente', async () => {
    const { rows, database } = tables();
    const [mine, hers] = [openShelf(database, draftCipher(key(1))), openShelf(database, draftCipher(key(2)))];
    await mine.add(item({ id: 'a' }), [new Uint8Array([1])]);
    await mine.write('copia', [1]);
    expect([await hers.all(), await hers.read('copia'), await hers.portalKeys()]).toEqual([[], undefined, {}]);
    await expect(hers.files(1)).rejects.toThrow('cannot be opened');
    await hers.forget([]);
    expect([await mine.read('copia'), rows.kept.size]).toEqual([[1], 1]);
  });

  it('cambia tutto insieme: ciò che resta, ciò che va coi suoi file, i numeri che il portale ha dato', async () => {
    const { rows, database } = tables();
    const shelf = openShelf(database, draftCipher(key(1)));
    const a = await shelf.add(item({ id: 'a' }), [new Uint8Array([1])]);
    const b = await shelf.add(item({ id: 'b' }));
    await shelf.commit({ put: [{ ...b, title: 'cambiato' }], remove: [a.n], portalKeys: { '900000000001': '57' } });
    expect(await shelf.all()).toMatchObject([{ id: 'b', n: 2, title: 'cambiato' }]);
    expect(rows.files.size).toBe(0);
    await shelf.commit({ portalKeys: { '900000000002': '58' } });
    expect(await shelf.portalKeys()).toEqual({ '900000000001': '57', '900000000002': '58' });
    await shelf.commit({});
    expect(rows.kept.size).toBe(1);
  });

  it('dimentica ciò che tiene, ma non i numeri né ciò che si nomina', async () => {
    const { database } = tables();
    const shelf = openShelf(database, draftCipher(key(1)));
    await shelf.write('copia', [1]);
    await shelf.write('altra', { x: 2 });
    await shelf.commit({ portalKeys: { '900000000001': '57' } });
    await shelf.forget(['altra']);
    expect([await shelf.read('copia'), await shelf.read('altra'), await shelf.portalKeys()]).toEqual([
      undefined,
      { x: 2 },
      { '900000000001': '57' },
    ]);
  });
});
