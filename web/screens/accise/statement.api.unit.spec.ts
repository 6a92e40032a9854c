// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accise } from '#contracts/registers/accise.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, fakeSaving, leaveNothing, signIn, type Answer } from '#web/portal.testing.tsx';
import { refresh } from '#web/registers/register.api.ts';
import { closeStatement, downloadStatement, reopenStatement, statementOptions, type StatementRequest } from './statement.api.ts';

const REQUEST: StatementRequest = { anno: 2026, trimestre: 2, cantiere: '0422' };
const EVERY_SITE: StatementRequest = { ...REQUEST, cantiere: null };

beforeEach(() => signIn());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  leaveNothing();
});

describe('la dichiarazione di un trimestre', () => {
  it('si legge per cantiere o di tutti, e dopo una lettura nuova va riletta', async () => {
    const client = createQueryClient();
    const calls = fakePortal(({ query }) => ({ body: { data: [], cantiere: query.get('cantiere') } }));
    for (const request of [REQUEST, EVERY_SITE])
      expect(await client.fetchQuery(statementOptions(request))).toMatchObject({ cantiere: request.cantiere });
    expect(calls.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      ['/api/accise/dichiarazione', { anno: '2026', trimestre: '2', cantiere: '0422' }],
      ['/api/accise/dichiarazione', { anno: '2026', trimestre: '2' }],
    ]);
    await refresh(client, accise);
    expect(client.getQueryState(statementOptions(REQUEST).queryKey)?.isInvalidated).toBe(true);
  });

  it('si rilegge ogni volta che si guarda, e intanto mostra quella di prima', async () => {
    const client = createQueryClient();
    const second = Promise.withResolvers<Answer>();
    const calls = fakePortal(({ query }) => (query.get('trimestre') === '2' ? { body: { data: ['secondo'] } } : second.promise));
    const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
    const { result, rerender } = renderHook((request: StatementRequest) => useQuery(statementOptions(request)), {
      wrapper,
      initialProps: REQUEST,
    });
    await waitFor(() => expect(result.current.data).toEqual({ data: ['secondo'] }));
    expect(result.current.isStale).toBe(true);
    rerender({ ...REQUEST, trimestre: 3 });
    expect([result.current.data, result.current.isPlaceholderData]).toEqual([{ data: ['secondo'] }, true]);
    second.resolve({ body: { data: ['terzo'] } });
    await waitFor(() => expect(result.current.data).toEqual({ data: ['terzo'] }));
    rerender(REQUEST);
    await waitFor(() => expect(calls).toHaveLength(3));
  });

  it.each([
    ['csv', 'text/csv', 'accise-2026-2.csv'],
    ['pdf', 'application/pdf', 'accise-2026-2.pdf'],
  ] as const)('si scarica in %s, con il trimestre nel nome', async (kind, type, name) => {
    const saved = fakeSaving();
    const calls = fakePortal(() => ({ body: 'contenuto' }));
    const accepted: (string | null)[] = [];
    const answer = fetch;
    vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
      accepted.push(new Headers(init.headers).get('Accept'));
      return answer(input, init);
    });
    await downloadStatement(REQUEST, kind);
    expect(accepted).toEqual([type]);
    expect(calls.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      ['/api/accise/dichiarazione', { anno: '2026', trimestre: '2', cantiere: '0422' }],
    ]);
    expect(saved.map((file) => file.name)).toEqual([name]);
    expect(await saved[0]!.blob.text()).toContain('contenuto');
  });

  it('che non si scarica lo dice, e non salva nulla', async () => {
    const saved = fakeSaving();
    fakePortal(() => ({ status: 403, body: { message: 'Non permesso' } }));
    await expect(downloadStatement(REQUEST, 'pdf')).rejects.toThrow('Non permesso');
    expect(saved).toEqual([]);
  });

  it('si chiude e si riapre per tutti i cantieri, sotto la chiave data', async () => {
    const calls = fakePortal(() => ({ body: { message: {} } }));
    await closeStatement(REQUEST, 'k1');
    await reopenStatement(REQUEST, 'Manca una lettura', 'k2');
    expect(calls.map(({ method, path, key, body }) => [method, path, key, body])).toEqual([
      ['POST', '/api/accise/dichiarazione/chiudi', 'k1', { anno: 2026, trimestre: 2 }],
      ['POST', '/api/accise/dichiarazione/riapri', 'k2', { anno: 2026, trimestre: 2, motivo: 'Manca una lettura' }],
    ]);
  });
});
