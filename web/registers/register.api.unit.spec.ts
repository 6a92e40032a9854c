// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, leaveNothing } from '#web/portal.testing.tsx';
import { registerKeys } from './keys.ts';
import {
  allOptions,
  createRecord,
  deleteRecord,
  deleteRecords,
  fetchAll,
  fetchOne,
  referencesOptions,
  refresh,
  updateRecord,
} from './register.api.ts';

afterEach(leaveNothing);

describe('un record solo', () => {
  it('si chiede per chiave; nessuno con quella chiave, o una che non può esserlo, è null', async () => {
    const calls = fakePortal(({ query }) => {
      const key = query.get('chiave');
      if (key === 'c') return { status: 404, body: {} };
      return key === 'd' ? { status: 400, body: {} } : { body: { data: key === 'a' ? [{ id: 1 }] : [] } };
    });
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => fetchOne(meccanici, key)))).toEqual([{ id: 1 }, null, null, null]);
    expect(calls[0]).toMatchObject({ path: '/api/meccanici' });
    expect(Object.fromEntries(calls[0]!.query)).toEqual({ chiave: 'a' });
  });

  it.each([401, 403, 409, 500])('il rifiuto %i non vuol dire che non c’è', async (status) => {
    fakePortal(() => ({ status, body: {} }));
    await expect(fetchOne(meccanici, 'a')).rejects.toMatchObject({ status });
  });

  it('né lo vuol dire un errore che non è del portale, qualunque numero porti', async () => {
    const body = { text: () => Promise.reject(Object.assign(new Error('broken'), { status: 404 })) };
    vi.stubGlobal('fetch', async () => ({ status: 200, headers: new Headers(), blob: async () => body }));
    await expect(fetchOne(meccanici, 'a')).rejects.toThrow('broken');
  });
});

describe('ciò che si scrive', () => {
  it('una chiave del portale è un numero, una della persona un testo; la versione letta e la chiave dell’azione vanno con esso', async () => {
    const calls = fakePortal(({ method }) => ({ body: { message: method === 'POST' ? { insertId: 7, versione: 1 } : { versione: 5 } } }));
    expect(await createRecord(meccanici, { descrizione: 'Rossi' }, { idempotencyKey: 'k1' })).toEqual({ key: '7', version: 1 });
    expect(await updateRecord(meccanici, { key: '7', changes: { descrizione: 'Neri' }, version: 4 }, { idempotencyKey: 'k2' })).toEqual({
      key: '7',
      version: 5,
    });
    expect(await updateRecord(macchinari, { key: '012', changes: { marca: 'B' }, version: 4 }, { idempotencyKey: 'k3' })).toEqual({
      key: '012',
      version: 5,
    });
    await deleteRecord(meccanici, '7', 5);
    await deleteRecord(macchinari, '012', 6);
    await deleteRecords(meccanici, ['7', '8']);
    await deleteRecords(macchinari, ['012']);
    expect(calls.map(({ method, path, body, key, version }) => [method, path, body, method === 'DELETE' ? null : key, version])).toEqual([
      ['POST', '/api/meccanici', { meccanici: { descrizione: 'Rossi' } }, 'k1', null],
      ['PUT', '/api/meccanici', { meccanici: { descrizione: 'Neri', id: 7 } }, 'k2', '"4"'],
      ['PUT', '/api/macchinari', { [macchinari.bodyKey]: { marca: 'B', matricola: '012' } }, 'k3', '"4"'],
      ['DELETE', '/api/meccanici', { id: 7 }, null, '"5"'],
      ['DELETE', '/api/macchinari', { matricola: '012' }, null, '"6"'],
      ['DELETE', '/api/meccanici', { id: [7, 8] }, null, null],
      ['DELETE', '/api/macchinari', { matricola: ['012'] }, null, null],
    ]);
  });

  it('fa rileggere elenchi, storico e conteggi che lo mostrano, e non gli altri registri', async () => {
    const client = createQueryClient();
    const of = {
      one: registerKeys.one('meccanici', '7'),
      list: registerKeys.list('meccanici', {}),
      options: registerKeys.options('meccanici', {}),
      history: registerKeys.history('meccanici', '7'),
      state: registerKeys.state('meccanici', '7', 2),
      trail: registerKeys.trail({}),
      references: registerKeys.references('macchinari', 'A1'),
      other: registerKeys.one('macchinari', 'A1'),
    };
    for (const queryKey of Object.values(of)) client.setQueryData(queryKey, {});
    await refresh(client, meccanici);
    const stale = Object.entries(of)
      .filter(([, queryKey]) => client.getQueryState(queryKey)?.isInvalidated)
      .map(([name]) => name);
    expect(stale.toSorted()).toEqual(['history', 'list', 'one', 'options', 'references', 'state', 'trail']);
    client.clear();
  });
});

describe('molti record', () => {
  it('si leggono a pagine, con la ricerca e i filtri solo dove ci sono', async () => {
    const calls = fakePortal(({ query }) => {
      const [page, rows] = [Number(query.get('pagina')), Number(query.get('righe'))];
      const from = (page - 1) * rows;
      return {
        body: { data: Array.from({ length: Math.max(0, Math.min(rows, 1200 - from)) }, (_, i) => ({ id: from + i })), totale: 1200 },
      };
    });
    const told: [number, number][] = [];
    const found = await fetchAll(meccanici, { pagina: 3, righe: 10, ordina: 'id', cerca: ' x ', filtri: { a: 1 } }, (done, total) =>
      told.push([done, total]),
    );
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 1200 }, (_, i) => i));
    expect(told.at(-1)).toEqual([1200, 1200]);
    expect(Object.fromEntries(calls[0]!.query)).toMatchObject({ pagina: '1', ordina: 'id', cerca: 'x', filtri: '{"a":1}' });
    calls.length = 0;
    const client = createQueryClient();
    await client.fetchQuery(allOptions(meccanici));
    expect(Object.fromEntries(calls[0]!.query)).toMatchObject({ ordina: meccanici.list.sort });
    expect([calls[0]!.query.has('cerca'), calls[0]!.query.has('filtri')]).toEqual([false, false]);
    client.clear();
  });

  it('quanti puntano a uno si chiede ogni volta', async () => {
    const calls = fakePortal(() => ({ body: { data: { totale: 0, per: [] } } }));
    const client = createQueryClient();
    await client.fetchQuery(referencesOptions(meccanici, '7'));
    await client.fetchQuery(referencesOptions(meccanici, '7'));
    expect(calls.map(({ path, query }) => [path, query.get('tabella'), query.get('id')])).toEqual(
      Array.from({ length: 2 }, () => ['/api/riferimenti', 'meccanici', '7']),
    );
    client.clear();
  });
});
