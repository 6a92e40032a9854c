import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { share, type Worker } from './crew.ts';
import type { Mutant } from './instrument.ts';

/** Result of one spec without any mutant. */
export interface Reach {
  ms: number;
  mutants: Set<number>;
}

interface Cache {
  sources: string;
  specs: Record<string, { hash: string; ms: number; mutants: number[] }>;
}

const CACHE = 'test-results/mutants/reach.json';
const FIRST_RUN_MS = 300_000;
const FOLDERS = '{contracts,services,projections,workers,web,test}/**/*.{ts,tsx}';

/**
 * Returns the mutants that each spec reaches, determined by running the spec once. The result is cached until the spec or any source
 * changes. Throws if a spec fails without a mutant, since its results would mean nothing.
 */
export async function reachOf(
  crew: readonly Worker[],
  specs: readonly string[],
  mutants: readonly Mutant[],
  log: (line: string) => void,
): Promise<Map<string, Reach>> {
  const cache = load(sourcesHash(mutants));
  const hashes = new Map(specs.map((spec) => [spec, hashOf([spec.slice(spec.indexOf('|') + 1)])]));
  const unknown = specs.filter((spec) => cache.specs[spec]?.hash !== hashes.get(spec));
  if (unknown.length > 0) log(`asking ${unknown.length} of ${specs.length} specs what they reach`);
  const failed: string[] = [];
  await share(crew, unknown, async (worker, spec) => {
    const answer = await worker.run({ spec, mutant: null }, FIRST_RUN_MS);
    if (!answer || answer.failed) failed.push(spec);
    else cache.specs[spec] = { hash: hashes.get(spec) ?? '', ms: answer.ms, mutants: answer.reached };
  });
  save(cache);
  if (failed.length > 0) throw new Error(`these specs fail without any mutant:\n${failed.join('\n')}`);
  return new Map(specs.map((spec) => [spec, { ms: cache.specs[spec]?.ms ?? 0, mutants: new Set(cache.specs[spec]?.mutants) }]));
}

/** Returns a hash of the mutants and of all sources except specs, on which the reach of every spec depends. */
function sourcesHash(mutants: readonly Mutant[]): string {
  const files = globSync(FOLDERS)
    .filter((file) => !/\.spec\.tsx?$/.test(file) && !file.includes('node_modules'))
    .toSorted();
  return hashOf(files, JSON.stringify(mutants));
}

function hashOf(files: readonly string[], besides = ''): string {
  const hash = createHash('sha256').update(besides);
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

function load(sources: string): Cache {
  try {
    const cache = JSON.parse(readFileSync(CACHE, 'utf8')) as Cache;
    if (cache.sources === sources) return cache;
  } catch {
    // before the first run, the cache file does not exist
  }
  return { sources, specs: {} };
}

function save(cache: Cache): void {
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(cache));
}
