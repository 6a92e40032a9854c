import { describe, expect, it } from 'vitest';
import { localKeysIn, newLocalKey } from './item.ts';

describe('I numeri del dispositivo', () => {
  it('crescono come i record nascono, anche nello stesso momento, e si riconoscono', () => {
    const now = Date.UTC(2026, 10, 23, 12);
    const keys = Array.from({ length: 200 }, (_, i) => newLocalKey(now + Math.floor(i / 50)));
    expect(keys).toEqual([...new Set(keys)].toSorted());
    expect(keys.every((key) => localKeysIn(`{"id":${key}}`).includes(key))).toBe(true);
    // two devices that write a second apart are far from each other
    const later = Date.UTC(2027, 0, 1);
    const [one, other] = [newLocalKey(later, () => 0), newLocalKey(later + 1000, () => 0)];
    expect(Number(other) - Number(one)).toBe(160);
    expect(Number(newLocalKey(Date.UTC(2038, 11, 31)))).toBeLessThan(1_000_000_000_000);
  });
});
