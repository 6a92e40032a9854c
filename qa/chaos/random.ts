/** Random choices from a seed. The same seed gives the same choices; the request that a kill hits also depends on timing. */
export interface Random {
  /** Returns an integer from 0, below `limit`. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
}

/** Creates a seeded random generator (mulberry32). */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick(from) {
      if (from.length === 0) throw new Error('nothing to pick from');
      return from[below(from.length)] as (typeof from)[number];
    },
  };
}
