// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '#contracts/modules/accesso.ts';
import { fakePortal, leaveNothing, renderAt, signIn, type Call } from '#web/portal.testing.tsx';
import { network } from './api-client.ts';
import { atomSession, session, updateSession } from './session.ts';
import { store } from './store.ts';
import { useFreshIdentity } from './use-fresh-identity.ts';

function Watch() {
  useFreshIdentity();
  return null;
}
let calls: Call[];
let visibility: DocumentVisibilityState;
const usedOnes = () => calls.filter(({ path }) => path === '/api/sessione').map(({ query }) => query.get('usata'));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const start = async () => {
  const all = renderAt('/home', <Watch />);
  await pass(0);
  return all;
};

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  signIn();
  calls = fakePortal(({ path }) => (path === '/api/sessione' ? { body: { data: [{ ...session()!, gruppo: 'Riletto' }] } } : { body: {} }));
});
afterEach(() => {
  store.set(atomSession, null);
  network.reached();
  vi.restoreAllMocks();
  vi.useRealTimers();
  leaveNothing();
});

describe('chi è entrato', () => {
  it('si rilegge all’inizio, poi ogni minuto', async () => {
    await start();
    expect([usedOnes(), session()?.gruppo]).toEqual([[null], 'Riletto']);
    await pass(59_999);
    expect(usedOnes()).toHaveLength(1);
    await pass(1);
    expect(usedOnes()).toEqual([null, null]);
  });

  it.each(['pointerdown', 'keydown'])('con %s prolunga la sessione, una volta', async (sign) => {
    await start();
    dispatchEvent(new Event(sign));
    await pass(120_000);
    expect(usedOnes()).toEqual([null, '1', null]);
  });

  it('si rilegge quando la pagina torna in vista o davanti, non mentre è nascosta', async () => {
    await start();
    dispatchEvent(new Event('keydown'));
    visibility = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('focus'));
    await pass(180_000);
    expect(usedOnes()).toEqual([null]);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    // the key pressed before the page was hidden still counts
    expect(usedOnes()).toEqual([null, '1']);
    dispatchEvent(new Event('focus'));
    await pass(0);
    expect(usedOnes()).toEqual([null, '1', null]);
  });

  it('che ha lasciato la pagina non si rilegge più', async () => {
    const added: unknown[] = [];
    const removed: unknown[] = [];
    for (const [target, spied] of [
      [window, ['focus', 'pointerdown', 'keydown']],
      [document, ['visibilitychange']],
    ] as const) {
      const keep = (kept: unknown[]) => (name: string, listener: unknown) =>
        void (spied.some((one) => one === name) && kept.push([name, listener]));
      vi.spyOn(target, 'addEventListener').mockImplementation(keep(added));
      vi.spyOn(target, 'removeEventListener').mockImplementation(keep(removed));
    }
    const { unmount } = await start();
    unmount();
    await pass(180_000);
    expect(usedOnes()).toHaveLength(1);
    expect(removed).toEqual(expect.arrayContaining(added));
    expect(added.length).toBeGreaterThanOrEqual(4);
  });

  it('senza rete aspetta che torni; rifiutato resta chi era', async () => {
    network.lost();
    await start();
    await pass(1000);
    expect(usedOnes()).toEqual([]);
    await act(async () => network.reached());
    expect(usedOnes()).toEqual([null]);
    calls = fakePortal(() => ({ status: 500, body: { message: 'Errore' } }));
    await pass(60_000);
    expect([usedOnes().length, session()?.memberID]).toEqual([1, 'anna']);
  });
});

it('chi non è entrato non si legge, finché non entra', async () => {
  store.set(atomSession, null);
  await start();
  await pass(120_000);
  expect(usedOnes()).toEqual([]);
  await act(async () => signIn());
  expect(usedOnes()).toEqual([null]);
});

describe('i dati già letti', () => {
  const LIST = ['registro', 'costi', 'elenco'];
  const open = async () => {
    const { client } = await start();
    client.setQueryData(LIST, []);
    return () => client.getQueryState(LIST)?.isInvalidated;
  };
  const change = (over: Partial<Session>) => act(async () => updateSession({ ...session()!, ...over } as Session));

  it.each<[string, Partial<Session>, boolean]>([
    ['con altri permessi si rileggono', { permessi: {} }, true],
    ['con lo stesso gruppo e gli stessi permessi restano', { name: 'Anna Neri' }, false],
    ['in un altro gruppo si rileggono', { groupID: 9 }, true],
  ])('%s', async (_, over, stale) => {
    const isStale = await open();
    await change(over);
    expect(isStale()).toBe(stale);
  });

  it('all’uscita e all’entrata non si rileggono', async () => {
    const isStale = await open();
    await act(async () => store.set(atomSession, null));
    await act(async () => signIn({ allowEdit: 0 }));
    expect(isStale()).toBe(false);
    await change({ groupID: 9 });
    expect(isStale()).toBe(true);
  });
});
