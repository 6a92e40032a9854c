/** Repeatable random generator. The same seed gives the same demo data on every machine. */
export interface RandomSource {
  /** Returns a number from 0 inclusive to 1 exclusive. */
  number(): number;
  /** Returns an integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number;
  one<T>(list: readonly T[]): T;
  /** Returns `n` different entries, in the order of the list. */
  some<T>(list: readonly T[], n: number): T[];
  chance(probabilita: number): boolean;
}

/** Creates a generator (Mulberry32) seeded with a text. */
export function random(seed: string): RandomSource {
  let state = [...seed].reduce((h, c) => Math.imul(h ^ (c.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261) >>> 0;
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number) => min + Math.floor(number() * (max - min + 1));
  return {
    number,
    integer,
    one: <T>(list: readonly T[]): T => list[integer(0, list.length - 1)] as T,
    some: <T>(list: readonly T[], n: number): T[] => {
      const chosen = new Set<number>();
      while (chosen.size < Math.min(n, list.length)) chosen.add(integer(0, list.length - 1));
      return [...chosen].sort((a, b) => a - b).map((i) => list[i] as T);
    },
    chance: (p) => number() < p,
  };
}
