import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';

export interface Order {
  /** The spec as `project|path`. */
  spec: string;
  mutant: number | null;
}

export interface Answer {
  failed: boolean;
  ms: number;
  /** Ids of the mutants that the spec reaches; only filled if no mutant was active. */
  reached: number[];
}

/** Serves orders of the parent process (crew.ts): keeps one vitest loaded and runs one spec at a time with one active mutant. */
async function serve(): Promise<void> {
  const vitest = await createVitest({ config: 'qa/mutants/vitest.config.ts', project: ['unit', 'web', 'int'], watch: false });
  await vitest.standalone();
  const specs = new Map((await vitest.globTestSpecifications()).map((spec) => [`${spec.project.name}|${spec.moduleId}`, spec]));
  process.on('message', (order: Order) => {
    const spec = specs.get(order.spec);
    if (spec) void run(vitest, spec, order.mutant).then((answer) => process.connected && process.send?.(answer));
  });
  process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
  process.send?.([...specs.keys()]);
}

async function run(vitest: Vitest, spec: TestSpecification, mutant: number | null): Promise<Answer> {
  const start = performance.now();
  vitest.provide('mutant', mutant);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([spec]);
  // the result also contains modules of earlier runs
  const own = testModules.filter((module) => module.moduleId === spec.moduleId && module.project === spec.project);
  return {
    failed: unhandledErrors.length > 0 || own.length === 0 || own.some((module) => !module.ok()),
    ms: performance.now() - start,
    reached: own.flatMap((module) => module.meta().reached ?? []),
  };
}

// the global setup runs in this process, on the same instrumented sources
Object.assign(globalThis, { $mutant: () => false });
// the parent also receives a keyboard interrupt and decides when to stop, so this process ignores it
process.on('SIGINT', () => {});
await serve();
