import { expect, it } from 'vitest';
import { stima } from './estimate.ts';

const da = (progresso: number, secondi: number) => ({ progresso, quando: secondi * 1000 });

it('quanto manca, al passo visto finora', () => {
  expect(stima(da(0, 0), da(50, 20))).toBe('circa 20 s');
  expect(stima(da(10, 5), da(20, 8))).toBe('circa 25 s');
  expect(stima(da(0, 0), da(99, 10))).toBe('circa 5 s');
  expect(stima(da(0, 0), da(10, 30))).toBe('circa 5 min');
});

it('niente, finché si è visto troppo poco o se è andato indietro', () => {
  expect(stima(da(0, 0), da(2, 60))).toBeNull();
  expect(stima(da(0, 0), da(50, 1))).toBeNull();
  expect(stima(da(60, 0), da(10, 60))).toBeNull();
  expect(stima(da(0, 0), da(100, 60))).toBeNull();
});
