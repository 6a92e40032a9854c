// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useAddressParam } from './use-address-param.ts';

const VIEWS = ['tabella', 'grafico', 'mappa'] as const;
const start = (address: string) => {
  history.replaceState(null, '', address);
  return renderHook(() => useAddressParam('vista', VIEWS)).result;
};
const address = () => location.pathname + location.search;

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => history.replaceState(null, '', '/'));

it('senza niente nell’indirizzo, o con ciò che non è ammesso, vale la prima', () => {
  expect(start('/home').current[0]).toBe('tabella');
  expect(start('/home?vista=altro').current[0]).toBe('tabella');
  expect(start('/home?vista=mappa').current[0]).toBe('mappa');
});

it('scelta sta nell’indirizzo, accanto al resto e al posto di quella di prima; la prima non ci sta', () => {
  const view = start('/home?mese=2026-11');
  const before = history.length;
  act(() => view.current[1]('grafico'));
  expect([address(), view.current[0]]).toEqual(['/home?mese=2026-11&vista=grafico', 'grafico']);
  act(() => view.current[1]('tabella'));
  expect([address(), view.current[0]]).toEqual(['/home?mese=2026-11', 'tabella']);
  expect(history.length).toBe(before);
  const alone = start('/home?vista=mappa');
  act(() => alone.current[1]('tabella'));
  expect(address()).toBe('/home');
});
