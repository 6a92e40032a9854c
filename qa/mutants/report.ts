import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { areaOf } from './areas.ts';
import type { Mutant } from './instrument.ts';

/** Result of a mutant; `unreached` means that no spec executes its code. */
export type Fate = 'caught' | 'timeout' | 'survived' | 'unreached';

export interface MutantVerdict {
  mutant: Mutant;
  fate: Fate;
  /** The spec that caught the mutant. */
  by?: string;
}

export const SURVIVORS = 'test-results/mutants/survivors.txt';
const AGAIN = 'test-results/mutants/survivors.json';

const WIDTH = 110;

/** Shortens a text to `WIDTH` characters around `from`, the place where original and replacement begin to differ. */
function short(text: string, from: number): string {
  const cut = text.length > WIDTH && from > WIDTH / 2 ? `…${text.slice(from - WIDTH / 2)}` : text;
  return cut.slice(0, WIDTH);
}

export function inWords({ file, line, original, replacement }: Mutant): string {
  const [was, is] = [original, replacement].map((code) => code.replaceAll(/\s+/g, ' ')) as [string, string];
  const from = [...was].findIndex((sign, i) => sign !== is[i]);
  return `${file}:${line}  ${short(was, from)}  →  ${short(is, from) || '(nothing)'}`;
}

export const isCaught = ({ fate }: MutantVerdict): boolean => fate === 'caught' || fate === 'timeout';

/** Formats the table of results by area and in total: mutants, caught, timeout, survived, unreached, and the share caught. */
export function table(judged: readonly MutantVerdict[]): string {
  const areas = Map.groupBy(judged, ({ mutant }) => areaOf(mutant.file));
  const rows = [...areas, ['all', judged] as const].map(([area, some]) => {
    const count = (fate: Fate): string => String(some.filter((j) => j.fate === fate).length).padStart(9);
    const share = `${((100 * some.filter(isCaught).length) / Math.max(some.length, 1)).toFixed(1)} %`;
    return `${area.padEnd(12)}${String(some.length).padStart(8)}${count('caught')}${count('timeout')}${count('survived')}${count('unreached')}${share.padStart(10)}`;
  });
  return ['area         mutants   caught  timeout survived unreached   caught', ...rows].join('\n');
}

export function writeSurvivors(judged: readonly MutantVerdict[], head: string): void {
  mkdirSync('test-results/mutants', { recursive: true });
  const alive = judged.filter((j) => !isCaught(j)).toSorted((a, b) => a.mutant.id - b.mutant.id);
  writeFileSync(AGAIN, JSON.stringify(alive.map(({ mutant }) => nameOf(mutant))));
  const lines = alive.map(({ mutant, fate }) => `${fate === 'unreached' ? 'UNREACHED ' : ''}${inWords(mutant)}`);
  writeFileSync(SURVIVORS, `${head}\n${table(judged)}\n\n${lines.join('\n')}\n`);
}

/** Returns the mutants that survived the last run. They are matched by content, since their numbers change. */
export function survivorsOf(mutants: readonly Mutant[]): Mutant[] {
  const names = new Set(JSON.parse(readFileSync(AGAIN, 'utf8')) as string[]);
  return mutants.filter((mutant) => names.has(nameOf(mutant)));
}

const nameOf = ({ file, original, replacement, nth }: Mutant): string => JSON.stringify([file, original, replacement, nth]);
