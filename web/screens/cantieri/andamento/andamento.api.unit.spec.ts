// @vitest-environment happy-dom
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, leaveNothing, signIn, type Answer, type Call } from '#web/portal.testing.tsx';
import { rowsOptions, siteOptions, sitesOptions } from './andamento.api.ts';

const MAY = { dal: '2026-05-01', al: '2026-05-31' };
const JUNE = { dal: '2026-06-01', al: '2026-06-30' };
const asked = (calls: readonly Call[]) => calls.map(({ path, query }) => [path, Object.fromEntries(query)]);
let client: QueryClient;

beforeEach(() => {
  signIn();
  client = createQueryClient();
});
afterEach(() => {
  cleanup();
  leaveNothing();
});

it('di un cantiere si legge il periodo, e ogni periodo per sé', async () => {
  const calls = fakePortal(({ query }) => ({ body: { data: [`${query.get('commessa')} ${query.get('dal')}`] } }));
  const read = (...args: Parameters<typeof siteOptions>) => client.fetchQuery({ ...siteOptions(...args), staleTime: Infinity });
  expect([await read('0422', MAY), await read('0001', MAY), await read('0422', JUNE)]).toEqual([
    '0422 2026-05-01',
    '0001 2026-05-01',
    '0422 2026-06-01',
  ]);
  expect(asked(calls)[0]).toEqual(['/api/cantieri/andamento', { commessa: '0422', ...MAY }]);
});

it('di tutti i cantieri si legge anche ciò che non ne ha uno', async () => {
  const answer = { data: [{ commessa: '0422' }], senza_cantiere: { costi: 5 } };
  const calls = fakePortal(() => ({ body: answer }));
  expect(await client.fetchQuery(sitesOptions(MAY))).toEqual(answer);
  await client.fetchQuery({ ...sitesOptions(JUNE), staleTime: Infinity });
  expect(asked(calls)).toEqual([
    ['/api/cantieri/andamento', MAY],
    ['/api/cantieri/andamento', JUNE],
  ]);
});

it('di una cifra si leggono le righe della parte che si guarda', async () => {
  const calls = fakePortal(() => ({ body: { data: [{ importo: 5 }] } }));
  const request = { commessa: '0422', voce: 'produzione', ...MAY } as const;
  const read = (more: object) => client.fetchQuery({ ...rowsOptions({ ...request, ...more }), staleTime: Infinity });
  expect([await read({}), await read({ wbs: 'Pila 3' })]).toEqual([[{ importo: 5 }], [{ importo: 5 }]]);
  expect(asked(calls)).toEqual([
    ['/api/cantieri/andamento/righe', request],
    ['/api/cantieri/andamento/righe', { ...request, wbs: 'Pila 3' }],
  ]);
});

describe('le cifre cambiano con ciò che si scrive altrove', () => {
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);

  it.each([
    ['un cantiere', (period: typeof MAY) => siteOptions('0422', period)],
    ['tutti i cantieri', sitesOptions],
  ])('di %s si rileggono ogni volta; intanto restano quelle di prima', async (_called, options) => {
    const june = Promise.withResolvers<Answer>();
    const calls = fakePortal(({ query }) => (query.get('dal') === MAY.dal ? { body: { data: [5] } } : june.promise));
    const { result, rerender } = renderHook((period: typeof MAY) => useQuery(options(period) as ReturnType<typeof sitesOptions>), {
      wrapper,
      initialProps: MAY,
    });
    await waitFor(() => expect(result.current.data).toBeDefined());
    const { data } = result.current;
    rerender(JUNE);
    expect([result.current.data, result.current.isPlaceholderData]).toEqual([data, true]);
    june.resolve({ body: { data: [6] } });
    await waitFor(() => expect(result.current.isPlaceholderData).toBe(false));
    rerender(MAY);
    await waitFor(() => expect(calls).toHaveLength(3));
  });

  it('le righe si rileggono ogni volta', async () => {
    const calls = fakePortal(() => ({ body: { data: [] } }));
    for (let i = 0; i < 2; i++) await client.fetchQuery(rowsOptions({ commessa: '0422', voce: 'costi', ...MAY }));
    expect(calls).toHaveLength(2);
  });
});
