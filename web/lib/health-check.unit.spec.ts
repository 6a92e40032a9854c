import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENCE, SILENT, withHealthCheck } from './health-check.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fakes a portal whose health checks resolve to the values of `there` in turn. */
const asked = (...there: boolean[]) => ({ check: vi.fn(async () => there.shift() ?? false) });
const settled = <T>(promise: Promise<T>) => {
  const seen: { value?: T; error?: unknown } = {};
  void promise.then(
    (value) => (seen.value = value),
    (error: unknown) => (seen.error = error),
  );
  return seen;
};

it('una risposta in tempo non fa chiedere niente, e non lascia attese', async () => {
  const network = asked();
  await expect(withHealthCheck(Promise.resolve(7), { network })).resolves.toBe(7);
  await expect(withHealthCheck(Promise.reject(new Error('no')), { network })).rejects.toThrow('no');
  expect([network.check.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
});

it('una risposta lenta si aspetta quanto serve, finché il portale risponde ad altro', async () => {
  const network = asked(true, true);
  const { promise, resolve } = Promise.withResolvers<string>();
  const seen = settled(withHealthCheck(promise, { network }));
  await vi.advanceTimersByTimeAsync(2.5 * PATIENCE);
  expect([network.check.mock.calls.length, seen.value]).toEqual([2, undefined]);
  resolve('tardi');
  await vi.advanceTimersByTimeAsync(0);
  expect([seen.value, vi.getTimerCount()]).toEqual(['tardi', 0]);
});

it('appesa, con il portale che non risponde a niente, è silenzio', async () => {
  const network = asked(true, false);
  const seen = settled(withHealthCheck(new Promise(() => {}), { network }));
  await vi.advanceTimersByTimeAsync(2 * PATIENCE - 1);
  expect(seen.value).toBe(undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.value).toBe(SILENT);
});

it('la risposta che arriva mentre si chiede vale', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const seen = settled(withHealthCheck(promise, { network: { check: () => new Promise(() => {}) } }));
  await vi.advanceTimersByTimeAsync(PATIENCE);
  resolve('eccola');
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.value).toBe('eccola');
});

it('finché va avanti nessuno chiede; ferma, sì', async () => {
  const network = asked(false);
  let sent = 0;
  const seen = settled(withHealthCheck(new Promise(() => {}), { network, progress: () => sent }));
  for (sent = 1; sent <= 5; sent += 1) await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(network.check).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(2 * PATIENCE);
  expect([network.check.mock.calls.length, seen.value]).toEqual([1, SILENT]);
});
