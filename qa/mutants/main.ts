import { availableParallelism } from 'node:os';
import { dirname, matchesGlob, relative } from 'node:path';
import { areaFiles, sources } from './areas.ts';
import { share, Worker, type Outcome } from './crew.ts';
import { reachOf, type Reach } from './reach.ts';
import { planOf, sample } from './plan.ts';
import type { Mutant } from './instrument.ts';
import type { Order } from './worker.ts';
import { inWords, isCaught, SURVIVORS, survivorsOf, table, writeSurvivors, type MutantVerdict } from './report.ts';

/**
 * Runs mutation tests: applies one change at a time to the code, in memory, and checks whether a test fails. `FILES`: globs or `file:line`,
 * instead of all areas. `QUANTI`: number of mutants, sampled with the seed `SEME`. `ANCORA=1`: only the survivors of the last run.
 * `SOGLIA`: percentage that must be caught. `SPECS`: globs of the specs to run.
 */
const { FILES, SPECS, QUANTI: COUNT, SEME = '1', ANCORA, SOGLIA = '0', LAVORATORI } = process.env;

const askedPlaces = (FILES ?? '')
  .split(/\s+/)
  .filter(Boolean)
  .map((word) => /^(.*?)(?::(\d+))?$/.exec(word) ?? []);
const places = askedPlaces.flatMap(([, glob = '', line]) => sources([glob]).map((file) => ({ file, line })));
const wantedFiles = FILES ? [...new Set(places.map(({ file }) => file))] : areaFiles();
const isAsked = (spec: string): boolean =>
  !SPECS || SPECS.split(/\s+/).some((glob) => matchesGlob(relative(process.cwd(), spec.slice(spec.indexOf('|') + 1)), glob));
const isWanted = ({ file, line }: Mutant): boolean =>
  !FILES || places.some((p) => p.file === file && (p.line ?? String(line)) === String(line));
const files = [...new Set([...areaFiles(), ...wantedFiles])];
const { mutants } = planOf(files);
const all = (ANCORA ? survivorsOf(mutants) : mutants).filter(isWanted);
const chosenMutants = COUNT ? sample(all, Number(COUNT), Number(SEME)) : all;
const crew = Array.from({ length: Number(LAVORATORI ?? availableParallelism()) }, () => new Worker(files));
const verdicts: MutantVerdict[] = [];

function finish(): void {
  const head = `${chosenMutants.length} of ${all.length} mutants in ${wantedFiles.length} files, seed ${SEME}`;
  writeSurvivors(verdicts, head);
  console.log(`\n${head}\n${table(verdicts)}\nsurvivors: ${SURVIVORS}`);
}

/** Time limit per mutant in milliseconds; a mutant that no spec caught by then counts as survived. */
const PATIENCE_MS = 180_000;
const SLOW_MS = 15_000;

/** Number of a file's mutants that each spec has caught; the best catcher runs first. */
const catches = new Map<string, number>();

/** Returns the specs that reach a mutant. Quick specs come first, with preference for earlier catches in the file and for its folder. */
function specsFor(mutant: Mutant, reach: ReadonlyMap<string, Reach>): [string, Reach][] {
  const folder = `/${dirname(mutant.file)}/`;
  const cost = ([spec, { ms }]: [string, Reach]): number =>
    ms / (1 + (catches.get(`${mutant.file} ${spec}`) ?? 0)) / (spec.includes(folder) ? 10 : 1);
  return [...reach].filter(([, { mutants: reached }]) => reached.has(mutant.id)).toSorted((a, b) => cost(a) - cost(b));
}

/** Runs a spec, and runs it again after a slow failure, which may be caused by load of the machine. */
async function runSpec(worker: Worker, order: Order, usualMs: number): Promise<Outcome> {
  const limit = 60_000 + 3 * usualMs;
  const outcome = await worker.run(order, limit);
  return outcome?.failed && outcome.ms > SLOW_MS ? worker.run(order, limit) : outcome;
}

async function judge(worker: Worker, mutant: Mutant, reach: ReadonlyMap<string, Reach>): Promise<MutantVerdict> {
  const specs = specsFor(mutant, reach);
  let spent = 0;
  for (const [spec, { ms }] of specs) {
    if (spent > PATIENCE_MS) break;
    spent += ms;
    const outcome = await runSpec(worker, { spec, mutant: mutant.id }, ms);
    if (outcome && !outcome.failed) continue;
    const name = `${mutant.file} ${spec}`;
    catches.set(name, (catches.get(name) ?? 0) + 1);
    return { mutant, fate: outcome ? 'caught' : 'timeout', by: spec };
  }
  return { mutant, fate: specs.length === 0 ? 'unreached' : 'survived' };
}

async function run(): Promise<void> {
  await Promise.all(crew.map((worker) => worker.start()));
  const specs = (crew[0]?.specs ?? []).filter(isAsked);
  const reach = await reachOf(crew, specs, mutants, console.log);
  await share(crew, chosenMutants, async (worker, mutant) => {
    const one = await judge(worker, mutant, reach);
    verdicts.push(one);
    const by = one.by ? `  (${one.by.replace(`|${process.cwd()}/`, ' ')})` : '';
    console.log(`${String(verdicts.length).padStart(5)}/${chosenMutants.length} ${one.fate.padEnd(9)} ${inWords(mutant)}${by}`);
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    finish();
    void Promise.all(crew.map((worker) => worker.stop())).finally(() => process.exit(130));
  });
}

try {
  await run();
  finish();
  const caught = verdicts.filter(isCaught).length;
  if (100 * caught < Number(SOGLIA) * verdicts.length) process.exitCode = 1;
} finally {
  await Promise.all(crew.map((worker) => worker.stop()));
}
