// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { personale } from '#contracts/registers/personale.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { aroundHook, fakePortal, leaveNothing, signIn, type Answer } from '#web/portal.testing.tsx';
import { registerKeys } from '#web/registers/keys.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import { useToday, useTodayInList, useTodayKnown } from './kinds.ts';

const kind = (codice: string, values: object = {}) => ({
  ...rowOf(tipiDocumento, { id: 1, soggetto: 'macchina', codice, nome: 'Drone' }),
  ...values,
});
const answerWith = (...data: object[]): Answer => ({ body: { data, totale: data.length } });

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
  leaveNothing();
});

describe('la scheda di oggi', () => {
  it('ha i documenti aggiunti, col nome e la riservatezza che hanno', async () => {
    const calls = fakePortal(() =>
      answerWith(kind('drone'), kind('visita', { nome: null, sanitario: 1 }), kind('esame', { sanitario: 0 })),
    );
    const { result } = renderHook(() => useToday(macchinari), { wrapper: aroundHook() });
    expect(result.current).toBe(macchinari);
    await waitFor(() => expect(result.current).not.toBe(macchinari));
    const { fields } = result.current as AnyRegister;
    expect([fields['drone'], fields['visita'], fields['esame']]).toMatchObject([
      { label: 'Drone' },
      { label: 'visita', reserved: true },
      { label: 'Drone' },
    ]);
    expect([fields['drone'], fields['esame']].map((field) => field?.kind === 'document' && Boolean(field.reserved))).toEqual([
      false,
      false,
    ]);
    expect(calls.map(({ path, query }) => [path, query.get('filtri'), query.get('ordina')])).toEqual([
      ['/api/tipi_documento', '{"soggetto":"macchina"}', 'ordine'],
    ]);
  });

  it('di un registro che non ha documenti è quella, e non si chiede nulla', async () => {
    const calls = fakePortal(() => answerWith(kind('drone')));
    const { result } = renderHook(() => useTodayKnown(cantieri), { wrapper: aroundHook() });
    expect(result.current).toEqual({ def: cantieri, ready: true });
    await act(async () => {});
    expect(calls).toEqual([]);
  });

  it('si sa quando è pronta: i tipi sono letti', async () => {
    fakePortal(() => answerWith());
    const { result } = renderHook(() => useTodayKnown(personale), { wrapper: aroundHook() });
    expect(result.current).toEqual({ def: personale, ready: false });
    await waitFor(() => expect(result.current).toEqual({ def: personale, ready: true }));
  });

  it('o che non si possono leggere', async () => {
    fakePortal(() => ({ status: 403, body: {} }));
    const { result } = renderHook(() => useTodayKnown(personale), { wrapper: aroundHook() });
    await waitFor(() => expect(result.current).toEqual({ def: personale, ready: true }));
  });

  it('non si chiede finché non serve', async () => {
    const calls = fakePortal(() => answerWith(kind('drone')));
    const { result, rerender } = renderHook(({ ask }) => useTodayKnown(macchinari, ask), {
      wrapper: aroundHook(),
      initialProps: { ask: false },
    });
    await act(async () => {});
    expect([calls, result.current.ready]).toEqual([[], false]);
    rerender({ ask: true });
    await waitFor(() => expect(result.current.ready).toBe(true));
    expect(calls).toHaveLength(1);
  });
});

describe('l’elenco di oggi', () => {
  const LIST = registerKeys.list('macchinari', { pagina: 1 });
  const open = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
    const calls = fakePortal(() => answerWith(kind('drone')));
    const client = createQueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
    const { result, rerender } = renderHook(() => useTodayInList(macchinari), { wrapper });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    return { calls, client, result, rerender, pass };
  };

  it('chiede i tipi dopo le prime righe, e non insieme a ciò che sta accanto', async () => {
    const { calls, client, result, pass } = open();
    const rows = Promise.withResolvers<object[]>();
    void client.fetchQuery({ queryKey: LIST, queryFn: () => rows.promise });
    await pass(0);
    await pass(5000);
    expect(calls).toEqual([]);
    rows.resolve([]);
    await pass(0);
    await pass(299);
    expect([calls, result.current]).toEqual([[], macchinari]);
    await pass(1);
    expect(calls).toHaveLength(1);
    await pass(100);
    expect(result.current.fields).toHaveProperty('drone');
  });

  it('senza righe, o con quelle di un altro elenco o di una scheda, non li chiede', async () => {
    const { calls, client, rerender, pass } = open();
    const read = (queryKey: readonly unknown[], row: object | undefined) =>
      client
        .fetchQuery({ queryKey, queryFn: () => (row ? Promise.resolve(row) : Promise.reject(new Error('no'))), retry: false })
        .catch(() => {});
    await act(async () => {
      await Promise.all([
        read(LIST, undefined),
        read(registerKeys.list('noleggi', {}), []),
        read(registerKeys.one('macchinari', 'A1'), {}),
      ]);
    });
    await pass(0);
    rerender();
    await pass(5000);
    expect(calls).toEqual([]);
  });

  it('una pagina che si legge basta che una di prima ci sia, ma si aspetta che finisca', async () => {
    const { calls, client, pass } = open();
    const second = Promise.withResolvers<object[]>();
    await act(() => client.fetchQuery({ queryKey: LIST, queryFn: () => Promise.resolve([]) }));
    void client
      .fetchQuery({ queryKey: registerKeys.list('macchinari', { pagina: 2 }), queryFn: () => second.promise, retry: false })
      .catch(() => {});
    await pass(0);
    await pass(5000);
    expect(calls).toEqual([]);
    second.reject(new Error('no'));
    await pass(0);
    await pass(300);
    expect(calls).toHaveLength(1);
  });
});
