// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Loads the module anew, as a reloaded page does; session storage is kept. */
async function reload() {
  vi.resetModules();
  return import('./awaited-results.ts');
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('un lavoro avviato qui è aspettato, anche dopo avere ricaricato la pagina, e si ritira una volta sola', async () => {
  const before = await reload();
  before.awaitResult('j1');
  before.awaitResult('j2');
  expect([before.isExpected('j1'), before.isExpected('altro')]).toEqual([true, false]);
  const { isExpected: expected, endWait: ritira } = await reload();
  expect([expected('j1'), expected('j2')]).toEqual([true, true]);
  expect([ritira('j1'), ritira('j1'), ritira('altro')]).toEqual([true, false, false]);
  const after = await reload();
  expect([after.isExpected('j1'), after.isExpected('j2')]).toEqual([false, true]);
});

it('finito il lavoro se ne va il suo avviso, una volta sola', async () => {
  const { awaitResult, endWait: ritira } = await reload();
  const ended = vi.fn();
  awaitResult('j1', ended);
  expect(ended).not.toHaveBeenCalled();
  ritira('j1');
  ritira('j1');
  expect(ended).toHaveBeenCalledOnce();
});

it.each([['{rotto'], ['{"a":1}'], ['null'], ['[1,null]']])('ciò che era tenuto ed è guasto vale come niente: %s', async (text) => {
  sessionStorage.setItem('strato.attesi', text);
  const { awaitResult, isExpected: expected } = await reload();
  expect(expected('1')).toBe(false);
  awaitResult('j1');
  expect(JSON.parse(sessionStorage.getItem('strato.attesi')!)).toEqual(['j1']);
});

it('ritirare ciò che nessuno aspetta non riscrive nulla', async () => {
  const { endWait: ritira } = await reload();
  ritira('altro');
  expect(sessionStorage).toHaveLength(0);
});

it('dove il browser non tiene niente si aspetta lo stesso, fino a che la pagina resta', async () => {
  for (const store of [
    undefined,
    {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    },
  ]) {
    vi.stubGlobal('sessionStorage', store);
    const { awaitResult, isExpected: expected } = await reload();
    awaitResult('j1');
    expect(expected('j1')).toBe(true);
  }
});
