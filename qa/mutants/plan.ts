import { readFileSync } from 'node:fs';
import { instrument, type Mutant } from './instrument.ts';

export interface Plan {
  mutants: Mutant[];
  /** Instrumented source by file. */
  code: Map<string, string>;
}

/** Creates the mutants of the given files; the same files always give the same numbers. */
export function planOf(files: readonly string[]): Plan {
  const plan: Plan = { mutants: [], code: new Map() };
  for (const file of files) {
    const { code, mutants } = instrument(file, readFileSync(file, 'utf8'), plan.mutants.length);
    plan.mutants.push(...mutants);
    plan.code.set(file, code);
  }
  return plan;
}

/** Picks `count` random items; the same seed always picks the same ones. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const left = [...items];
  const random = mulberry32(seed);
  const picked: T[] = [];
  while (picked.length < count && left.length > 0) picked.push(...left.splice(Math.floor(random() * left.length), 1));
  return picked;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
