// @vitest-environment happy-dom
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient, keys } from '#web/lib/query.ts';
import { fakePortal, leaveNothing, signIn, type Answer } from '#web/portal.testing.tsx';
import { boardFilterSource } from './board-filters.ts';
import { boardOptions, filtersOf, sendSeen, unassignedOptions, wholeBoard } from './scadenze.api.ts';

const STATE = { cerca: 'ross', ordina: 'scadenza', filtri: {}, conditions: '', pagina: 2, righe: 20 };
let client: QueryClient;
const portal = (answer: Answer = { body: { data: [], totale: 0 } }) => fakePortal(() => answer);
const queryOf = ({ query }: { query: URLSearchParams }) => Object.fromEntries(query);

beforeEach(() => {
  signIn();
  client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
});
afterEach(() => {
  cleanup();
  leaveNothing();
});

describe('lo scadenzario', () => {
  it('chiede i suoi filtri e le condizioni delle colonne, non ciò che dice come si guarda', async () => {
    const calls = portal();
    const filtri = { fascia: 'scaduto', soggetto: 'macchina', mostra: 'mese', gruppo: 'persona', mese: '2026-11' };
    await client.fetchQuery(boardOptions({ ...STATE, filtri, conditions: '{"nome":{"contiene":"pala"},"colore":["rosso"]}' }));
    expect(calls.map(({ path }) => path)).toEqual(['/api/scadenze']);
    expect(queryOf(calls[0]!)).toEqual({
      fascia: 'scaduto',
      soggetto: 'macchina',
      filtri: '{"nome":{"contiene":"pala"}}',
      cerca: 'ross',
      ordina: 'scadenza',
      pagina: '2',
      righe: '20',
    });
    expect(filtersOf(filtri)).toEqual({ fascia: 'scaduto', soggetto: 'macchina' });
  });

  it('di un gruppo o di un mese chiede quello', async () => {
    const calls = portal();
    await client.fetchQuery(boardOptions({ ...STATE, cerca: '', gruppo: 'cantiere', dal: '2026-11-01', al: '2026-11-30' }));
    expect(queryOf(calls[0]!)).toEqual({
      gruppo: 'cantiere',
      dal: '2026-11-01',
      al: '2026-11-30',
      ordina: 'scadenza',
      pagina: '2',
      righe: '20',
    });
  });

  it('tutto intero si legge pagina per pagina, e dice quanto è avanti', async () => {
    const page = Array.from({ length: 500 }, (_, id) => ({ id }));
    const calls = fakePortal(({ query }) => ({ body: { data: query.get('pagina') === '1' ? page : [{ id: 500 }], totale: 501 } }));
    const progress: number[][] = [];
    const rows = await wholeBoard({ ...STATE, filtri: { cantiere: '0422' } }, (...now) => progress.push(now));
    expect([rows.length, rows.at(-1), progress]).toEqual([
      501,
      { id: 500 },
      [
        [500, 501],
        [501, 501],
      ],
    ]);
    expect(calls.map(({ query }) => [query.get('pagina'), query.get('righe'), query.get('cantiere')])).toEqual([
      ['1', '500', '0422'],
      ['2', '500', '0422'],
    ]);
  });

  it('mentre si legge un’altra pagina mostra quella di prima', async () => {
    const second = Promise.withResolvers<Answer>();
    fakePortal(({ query }) => (query.get('pagina') === '1' ? { body: { totale: 40 } } : second.promise));
    const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
    const { result, rerender } = renderHook(({ pagina }) => useQuery(boardOptions({ ...STATE, pagina })), {
      wrapper,
      initialProps: { pagina: 1 },
    });
    await waitFor(() => expect(result.current.data).toEqual({ totale: 40 }));
    rerender({ pagina: 2 });
    expect([result.current.data, result.current.isPlaceholderData]).toEqual([{ totale: 40 }, true]);
    second.resolve({ body: { totale: 41 } });
    await waitFor(() => expect([result.current.data, result.current.isPlaceholderData]).toEqual([{ totale: 41 }, false]));
  });

  it('si rilegge tutto insieme: le sue pagine, i valori delle colonne e chi non ha un responsabile', async () => {
    const calls = portal({ body: { data: [{ id: 'A1' }], totale: 1 } });
    const values = boardFilterSource({}).values('tipo', { cerca: '', filtri: {} });
    const queries = [boardOptions(STATE), boardOptions({ ...STATE, pagina: 3 }), unassignedOptions, values];
    for (const options of queries) await client.fetchQuery(options as typeof unassignedOptions);
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/scadenze',
      '/api/scadenze',
      '/api/scadenze/senza-responsabile',
      '/api/scadenze/gruppi',
    ]);
    expect(client.getQueryData(unassignedOptions.queryKey)).toEqual({ data: [{ id: 'A1' }], totale: 1 });
    await client.invalidateQueries({ queryKey: keys.board });
    expect(queries.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true, true, true]);
  });

  it('una scadenza vista si manda come la si vede', async () => {
    const calls = portal({ body: { message: {} } });
    const seen = { soggetto: 'macchina', id: 'A1', tipo: 'manutenzione', voce: 'Tagliando', fino: '2026-12-01' } as const;
    await sendSeen(seen);
    expect(calls).toMatchObject([{ method: 'POST', path: '/api/scadenze/visto', body: seen }]);
  });
});

describe('le colonne dello scadenzario', () => {
  const source = boardFilterSource({ soggetto: 'macchina', cantiere: undefined });

  it.each([
    ['scadenza', 'Scadenza', 'date'],
    ['tipo', 'Che cosa', 'choices'],
    ['id', 'Codice', 'text'],
    ['nome', 'Di chi', 'text'],
    ['soggetto', 'Tipo', 'choices'],
    ['cantiere', 'Cantiere', 'choices'],
    ['responsabile', 'Responsabile', 'choices'],
    ['visto_fino', 'Visto', 'date'],
    ['fascia', 'Fascia', 'choices'],
    ['ore_mancanti', 'Ore mancanti', 'number'],
  ])('%s si filtra come «%s»', (name, label, kind) => {
    expect(source.column(name)).toMatchObject({ label, kind });
  });

  it.each([
    ['soggetto', 'lavoratore', 'Lavoratore'],
    ['fascia', '7', 'Entro 7 giorni'],
    ['fascia', 'scaduto', 'Scaduto'],
    ['ore_mancanti', 12, '12'],
    ['tipo', 'soggetto', 'soggetto'],
  ])('un valore di %s (%s) si legge «%s»', (name, value, words) => {
    expect(source.column(name)!.words(value)).toBe(words);
  });

  it('il resto non si filtra', () => {
    expect(source.column('voce')).toBeNull();
  });

  it('i valori di una si contano sotto gli altri filtri, la ricerca e le condizioni', async () => {
    const calls = portal({ body: { data: [{ valore: 'ce', quanti: 2 }], totale: 2 } });
    const read = (cerca: string, filtri: Record<string, unknown>) =>
      client.fetchQuery({ ...(source.values('tipo', { cerca, filtri }) as unknown as typeof unassignedOptions), staleTime: Infinity });
    expect(await read('ross', { nome: { contiene: 'pala' } })).toEqual({ data: [{ valore: 'ce', quanti: 2 }], totale: 2 });
    await read('', {});
    await read('', {});
    expect(calls.map(queryOf)).toEqual([
      { soggetto: 'macchina', per: 'tipo', cerca: 'ross', filtri: '{"nome":{"contiene":"pala"}}' },
      { soggetto: 'macchina', per: 'tipo' },
    ]);
  });
});
