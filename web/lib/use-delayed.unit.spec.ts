// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDelayed } from './use-delayed.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('una risposta svelta non mostra nulla; una che tarda sì, e ogni attesa ricomincia da capo', () => {
  const { result, rerender } = renderHook(({ active }) => useDelayed(active, 200), { initialProps: { active: true } });
  const wait = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  wait(199);
  expect(result.current).toBe(false);
  rerender({ active: false });
  wait(1000);
  expect(result.current).toBe(false);
  rerender({ active: true });
  wait(199);
  expect(result.current).toBe(false);
  wait(1);
  expect(result.current).toBe(true);
  rerender({ active: false });
  expect(result.current).toBe(false);
  rerender({ active: true });
  expect(result.current).toBe(false);
});
