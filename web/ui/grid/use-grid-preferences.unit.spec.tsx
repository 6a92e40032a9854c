// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Preference } from '#contracts/core/list-preferences.ts';
import { forgetPreferences, loadPreferences } from '#web/lib/list-preferences.ts';
import { fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { PLAIN_LAYOUT } from './column-layout.ts';
import { useGridPreferences } from './use-grid-preferences.ts';

const LAYOUT = { ...PLAIN_LAYOUT, order: ['b', 'a'] };
const [COLUMNS, DENSITY] = ['strato.colonne.costi.anna', 'strato.densita.costi.anna'];
const WAITING = 'strato.preferenze.anna';
const grid = (storageKey = 'costi.anna') => renderHook((key: string) => useGridPreferences(key), { initialProps: storageKey }).result;
const answer = (lists: Record<string, Preference>) => {
  fakePortal(({ method }) =>
    method === 'GET' ? { body: { data: Object.entries(lists).map(([lista, contenuto]) => ({ lista, contenuto })) } } : { body: {} },
  );
  return act(() => loadPreferences('anna'));
};
const waiting = () => JSON.parse(localStorage.getItem(WAITING) ?? 'null') as unknown;
const onDevice = () => [localStorage.getItem(COLUMNS), localStorage.getItem(DENSITY)];

beforeEach(() => signIn());
afterEach(() => {
  act(forgetPreferences);
  leaveNothing();
});

it('before the portal answers, what this browser remembers; then what the portal keeps, remembered for the next time', async () => {
  localStorage.setItem(COLUMNS, JSON.stringify(LAYOUT));
  localStorage.setItem(DENSITY, 'tocco');
  const { current } = grid();
  expect([current.layout, current.density]).toEqual([LAYOUT, 'tocco']);
  const shown = grid();
  await answer({ costi: { colonne: { ordine: ['c'], visibili: {}, larghezze: {}, bloccate: [] }, densita: 'comoda' } });
  expect([shown.current.layout.order, shown.current.density]).toEqual([['c'], 'comoda']);
  expect(onDevice()).toEqual([JSON.stringify(shown.current.layout), 'comoda']);
});

it('what the portal does not keep of a list is plain, and the browser forgets its own', async () => {
  localStorage.setItem(COLUMNS, JSON.stringify(LAYOUT));
  localStorage.setItem(DENSITY, 'tocco');
  const shown = grid();
  await answer({ costi: {} });
  expect([shown.current.layout, shown.current.density]).toEqual([PLAIN_LAYOUT, 'compatta']);
  expect(onDevice()).toEqual([null, 'compatta']);
});

it.each([
  ['columns', () => localStorage.setItem(COLUMNS, JSON.stringify(LAYOUT))],
  ['a density', () => localStorage.setItem(DENSITY, 'tocco')],
])('gives the portal %s that only the browser remembers, once it has answered', async (_, remember) => {
  remember();
  const shown = grid();
  const before = [shown.current.layout, shown.current.density];
  expect(waiting()).toBeNull();
  await answer({ macchinari: { densita: 'comoda' } });
  expect([shown.current.layout, shown.current.density]).toEqual(before);
  expect(waiting()).toHaveProperty('costi.densita', before[1]);
});

it('gives the portal nothing where nothing was chosen, and remembers no density', async () => {
  const shown = grid();
  await answer({});
  expect([shown.current.layout, shown.current.density, waiting()]).toEqual([PLAIN_LAYOUT, 'compatta', null]);
  expect(onDevice()).toEqual([null, null]);
});

it('a change is shown, remembered and kept; each leaves the other as it is', async () => {
  const shown = grid();
  await answer({});
  act(() => shown.current.setDensity('comoda'));
  act(() => shown.current.setLayout(LAYOUT));
  expect([shown.current.layout, shown.current.density]).toEqual([LAYOUT, 'comoda']);
  expect(onDevice()).toEqual([JSON.stringify(LAYOUT), 'comoda']);
  act(() => shown.current.setDensity('compatta'));
  expect([shown.current.layout, onDevice()[1]]).toEqual([LAYOUT, 'compatta']);
  expect(waiting()).toMatchObject({ costi: { densita: 'compatta', colonne: { ordine: ['b', 'a'] } } });
});

it('a change before the portal answers is shown too', () => {
  const shown = grid();
  act(() => shown.current.setDensity('tocco'));
  expect(shown.current.density).toBe('tocco');
});

it('a list that shows other columns has a layout of its own', () => {
  localStorage.setItem('strato.colonne.costi-2.anna', JSON.stringify(LAYOUT));
  localStorage.setItem(DENSITY, 'altro');
  const { result, rerender } = renderHook((key: string) => useGridPreferences(key), { initialProps: 'costi.anna' });
  expect([result.current.layout, result.current.density]).toEqual([PLAIN_LAYOUT, 'compatta']);
  rerender('costi-2.anna');
  expect(result.current.layout).toEqual(LAYOUT);
});
