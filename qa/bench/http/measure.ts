/** An operation to measure, and the number of concurrent callers. */
export interface Operation {
  once(): Promise<unknown>;
  writers: number;
}

export interface Rounds {
  /** Number of rounds for short operations; each round lasts `ms` milliseconds. */
  rounds: number;
  ms: number;
  /** Number of rounds for operations that take seconds or minutes. */
  long: number;
}

export interface Figures {
  /** Median, 95th and 99th percentile of the duration in milliseconds. */
  median: number;
  p95: number;
  p99: number;
  perSecond: number;
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Repeats the operation for `ms` milliseconds. */
export function round(run: Operation, ms: number): Promise<Figures> {
  const begun = performance.now();
  return roundWhile(run, () => performance.now() - begun < ms);
}

/** Repeats the operation as long as the condition holds. */
export async function roundWhile({ once, writers }: Operation, goesOn: () => boolean): Promise<Figures> {
  const times: number[] = [];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (goesOn()) {
        const start = performance.now();
        await once();
        times.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99), perSecond: times.length / seconds };
}

/**
 * Measures the runs in alternating rounds, so that other load of the machine affects all of them equally. Returns the median of the rounds
 * for each figure. A first, shorter round is a warm-up.
 */
export async function inTurns<K extends string>(runs: Readonly<Record<K, Operation>>, { rounds, ms }: Rounds): Promise<Record<K, Figures>> {
  const names = Object.keys(runs) as K[];
  const seen = Object.fromEntries(names.map((name) => [name, [] as Figures[]])) as Record<K, Figures[]>;
  for (const name of names) await round(runs[name], ms / 3);
  for (let i = 0; i < rounds; i += 1) for (const name of names) seen[name].push(await round(runs[name], ms));
  const of = (name: K, which: keyof Figures): number => median(seen[name].map((figures) => figures[which]));
  return Object.fromEntries(
    names.map((name) => [
      name,
      { median: of(name, 'median'), p95: of(name, 'p95'), p99: of(name, 'p99'), perSecond: of(name, 'perSecond') },
    ]),
  ) as Record<K, Figures>;
}
