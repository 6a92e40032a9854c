// @vitest-environment happy-dom
import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, fakeSaving, leaveNothing, signIn, type Answer } from '#web/portal.testing.tsx';
import { mailOptions, mailsOptions, saveMail } from './posta.api.ts';

const queryOf = ({ query }: { query: URLSearchParams }) => Object.fromEntries(query);

beforeEach(() => signIn());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  leaveNothing();
});

it('le mail si leggono a pagine, e mentre si legge un’altra pagina resta quella di prima', async () => {
  const second = Promise.withResolvers<Answer>();
  const calls = fakePortal(({ query }) => (query.get('pagina') === '1' ? { body: { totale: 40 } } : second.promise));
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
  const { result, rerender } = renderHook(({ page, rows }) => useQuery(mailsOptions(page, rows)), {
    wrapper,
    initialProps: { page: 1, rows: 20 },
  });
  await waitFor(() => expect(result.current.data).toEqual({ totale: 40 }));
  rerender({ page: 2, rows: 20 });
  expect([result.current.data, result.current.isPlaceholderData]).toEqual([{ totale: 40 }, true]);
  second.resolve({ body: { totale: 41 } });
  await waitFor(() => expect(result.current.data).toEqual({ totale: 41 }));
  rerender({ page: 2, rows: 50 });
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls.map((call) => [call.path, queryOf(call)])).toEqual([
    ['/api/posta', { pagina: '1', righe: '20' }],
    ['/api/posta', { pagina: '2', righe: '20' }],
    ['/api/posta', { pagina: '2', righe: '50' }],
  ]);
});

it('una mail si legge per nome; dove non c’è non se ne ha nulla', async () => {
  const client = createQueryClient();
  const calls = fakePortal((call) => ({ body: { data: call.query.get('nome') === 'a b.eml' ? [{ oggetto: 'Cantiere' }] : [] } }));
  expect(await client.fetchQuery(mailOptions('a b.eml'))).toEqual({ oggetto: 'Cantiere' });
  expect(await client.fetchQuery(mailOptions('c.eml'))).toBeNull();
  expect(calls.map((call) => [call.path, queryOf(call)])).toEqual([
    ['/api/posta/lettura', { nome: 'a b.eml' }],
    ['/api/posta/lettura', { nome: 'c.eml' }],
  ]);
});

it('una mail che non si legge non si richiede da sé', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
  const calls = fakePortal(() => ({ status: 503, body: {} }));
  const stop = new QueryObserver(createQueryClient(), mailOptions('a.eml')).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).toHaveLength(1);
  stop();
});

it('una mail si salva col suo nome', async () => {
  const saved = fakeSaving();
  const calls = fakePortal(() => ({ body: 'Subject: x' }));
  await saveMail('a b.eml');
  expect(calls.map((call) => [call.path, queryOf(call)])).toEqual([['/api/posta', { nome: 'a b.eml' }]]);
  expect([saved[0]?.name, await saved[0]?.blob.text()]).toEqual(['a b.eml', '"Subject: x"']);
});
