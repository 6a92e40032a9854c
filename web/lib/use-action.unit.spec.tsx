// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from './api-error.ts';
import { useAction } from './use-action.ts';

const ignore = { failed: () => {} };

it('un secondo tocco mentre il primo è in corso non fa nulla', async () => {
  const { result } = renderHook(useAction);
  let end = (): void => {};
  const first = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const second = vi.fn(async () => {});
  let done: Promise<boolean>;
  act(() => void (done = result.current.run(first, ignore)));
  expect(result.current.running).toBe(true);
  expect(await result.current.run(second, ignore)).toBe(false);
  expect(second).not.toHaveBeenCalled();
  await act(async () => {
    end();
    expect(await done).toBe(true);
  });
  expect(result.current.running).toBe(false);
  await act(async () => expect(await result.current.run(second, ignore)).toBe(true));
});

it('un errore va a chi lo dice, poi si rilegge e si può ritentare', async () => {
  const { result } = renderHook(useAction);
  const order: string[] = [];
  const error = new Error('no');
  await act(async () => {
    const done = await result.current.run(() => Promise.reject(error), {
      failed: (one) => void order.push(one === error ? 'detto' : 'altro'),
      after: async () => void order.push('riletto'),
    });
    expect(done).toBe(false);
  });
  expect(order).toEqual(['detto', 'riletto']);
  expect(result.current.running).toBe(false);
});

it('chi ritenta senza avere avuto risposta manda la stessa chiave; dopo il successo è un’azione nuova', async () => {
  const { result } = renderHook(useAction);
  const keys: string[] = [];
  const sent = (answer: () => Promise<number>) =>
    result.current
      .once(['a'], (key) => {
        keys.push(key);
        return answer();
      })
      .catch(() => 0);
  for (const error of [new NetworkError(), new ApiError(503, {}), new ApiError(409, {})]) await sent(() => Promise.reject(error));
  await sent(() => Promise.resolve(1));
  await sent(() => Promise.resolve(1));
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[0]);
});
