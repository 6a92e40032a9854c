// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LocaleSession } from './session-storage.ts';

/** Fakes the browser's channel between tabs, with one tab that asks: keeps what it sends. */
class Channel extends EventTarget {
  static own: Channel;
  readonly sent: unknown[] = [];
  constructor() {
    super();
    Channel.own = this;
  }
  postMessage(data: unknown): void {
    this.sent.push(data);
  }
}
const hear = (data: unknown) => act(() => Channel.own.dispatchEvent(new MessageEvent('message', { data })));
const lent = (memberID: string): LocaleSession => ({ token: `T-${memberID}`, memberID, permessi: {}, ricordami: false }) as LocaleSession;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Opens a tab anew at an address, whose own session is `own`. */
async function open(address: string, own: LocaleSession | null = null) {
  vi.resetModules();
  history.replaceState(null, '', address);
  const { openSession } = await import('./session.ts');
  const { useLentSession } = await import('./use-lent-session.ts');
  if (own) openSession(own);
  const { result } = renderHook(() => useLentSession());
  return { seen: () => [result.current.who?.memberID ?? null, result.current.asking], openSession };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

it('una finestra aperta da un collegamento chiede la sessione alle altre, e resta dov’è', async () => {
  const { seen } = await open('/costi?id=7');
  expect([seen(), Channel.own.sent]).toEqual([[null, true], [{ kind: 'chiedo' }]]);
  hear({ kind: 'ecco', sessione: lent('anna') });
  await pass(0);
  expect([seen(), location.pathname + location.search]).toEqual([['anna', false], '/costi?id=7']);
  expect(sessionStorage.getItem('strato.sessione')).toContain('T-anna');
});

it('chi è già entrato non la chiede', async () => {
  const { seen } = await open('/costi', lent('anna'));
  expect([seen(), Channel.own.sent]).toEqual([['anna', false], []]);
});

it('senza risposta si entra; quella che arriva tardi porta alla pagina chiesta, se non è entrato nessuno', async () => {
  const { seen } = await open('/costi?id=7');
  await pass(149);
  expect(seen()).toEqual([null, true]);
  await pass(1);
  expect(seen()).toEqual([null, false]);
  history.replaceState(null, '', '/');
  const length = history.length;
  hear({ kind: 'ecco', sessione: lent('anna') });
  expect([seen(), location.pathname + location.search]).toEqual([['anna', false], '/costi?id=7']);
  expect(history.length).toBe(length);
});

it('la risposta tardiva non manda via chi intanto è entrato', async () => {
  const { seen, openSession } = await open('/costi?id=7');
  await pass(150);
  history.replaceState(null, '', '/home');
  act(() => openSession(lent('bruno')));
  hear({ kind: 'ecco', sessione: lent('anna') });
  expect([seen(), location.pathname]).toEqual([['bruno', false], '/home']);
});
