// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useAttempts } from './idempotency.ts';

it('la stessa cosa rimandata ha la stessa chiave, una diversa un’altra; dopo la risposta è un’azione nuova', () => {
  const { result, rerender } = renderHook(useAttempts);
  const first = result.current.keyFor([3, { ore: 5 }]);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  rerender();
  expect(result.current.keyFor([3, { ore: 5 }])).toBe(first);
  expect(result.current.keyFor([3, { ore: 6 }])).not.toBe(first);
  result.current.markAnswered(first);
  expect(result.current.keyFor([3, { ore: 5 }])).not.toBe(first);
});
