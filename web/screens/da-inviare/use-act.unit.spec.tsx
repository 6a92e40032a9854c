// @vitest-environment happy-dom
import { act, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aroundHook, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { useAct } from './use-act.ts';

const GONE = 'Non è più qui: se intanto è arrivata al portale, si cambia lì.';
const open = () => renderHook(() => useAct(), { wrapper: aroundHook() }).result;

beforeEach(() => signIn());
afterEach(leaveNothing);

it.each<[string, () => Promise<boolean>, boolean, string | null]>([
  ['riesce', () => Promise.resolve(true), true, null],
  ['riguarda ciò che non aspetta più', () => Promise.resolve(false), false, GONE],
  ['non riesce al dispositivo', () => Promise.reject(new DOMException('pieno')), false, 'Il dispositivo non l’ha potuto fare: riprova.'],
])('un’operazione che %s', async (_, work, expected, message) => {
  const result = open();
  const held = Promise.withResolvers<void>();
  let ended: Promise<boolean> | undefined;
  act(() => {
    ended = result.current.act(() => held.promise.then(work));
  });
  expect(result.current.busy).toBe(true);
  await act(async () => held.resolve());
  await act(async () => expect(await ended).toBe(expected));
  expect([result.current.busy, screen.queryByRole('alert')?.textContent ?? null]).toEqual([
    false,
    message === null ? null : expect.stringContaining(message),
  ]);
});
