import { expect, it } from 'vitest';
import { estimate } from './estimate.ts';

const from = (progress: number, seconds: number) => ({ progresso: progress, quando: seconds * 1000 });

it('quanto manca, al passo visto finora', () => {
  expect(estimate(from(0, 0), from(50, 20))).toBe('circa 20 s');
  expect(estimate(from(10, 5), from(20, 8))).toBe('circa 25 s');
  expect(estimate(from(0, 0), from(99, 10))).toBe('circa 5 s');
  expect(estimate(from(0, 0), from(10, 30))).toBe('circa 5 min');
});

it('niente, finché si è visto troppo poco o se è andato indietro', () => {
  expect(estimate(from(0, 0), from(2, 60))).toBeNull();
  expect(estimate(from(0, 0), from(50, 1))).toBeNull();
  expect(estimate(from(60, 0), from(10, 60))).toBeNull();
  expect(estimate(from(0, 0), from(100, 60))).toBeNull();
});
