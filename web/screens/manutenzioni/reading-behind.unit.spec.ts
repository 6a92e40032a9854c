import { describe, expect, it } from 'vitest';
import { readingBehind } from './reading-behind.ts';

describe('una lettura più bassa delle ore della macchina', () => {
  const of = (ore_km: number | null, before: number | null = null, now: number | null = 6538) =>
    readingBehind({ values: { ore_km }, base: { ore_km: before } }, now);

  it('si avverte, dicendo a quante ore è la macchina', () => expect(of(6000)).toBe(6538));
  it('uguale o più alta va bene; senza lettura o senza ore non c’è da dire', () => {
    expect([of(6538), of(7000), of(null), of(6000, null, null)]).toEqual([null, null, null, null]);
  });
  it('quella che c’era già non si contesta', () => expect(of(6000, 6000)).toBeNull());
});
