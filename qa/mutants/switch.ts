import { afterAll, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Id of the active mutant; `null` in the run that records the mutants a spec reaches. */
    mutant: number | null;
  }
  interface TaskMeta {
    reached?: number[];
  }
}

/** Number of executions of the active mutant after which the code counts as an endless loop. */
const ENDLESS = 1_000_000;

const active = inject('mutant');
const reachedMutants = new Set<number>();
let passes = 0;

Object.assign(globalThis, {
  $mutant(id: number): boolean {
    if (active === null) reachedMutants.add(id);
    if (id !== active) return false;
    passes += 1;
    if (passes > ENDLESS) throw new Error('the mutant does not come to an end');
    return true;
  },
});

// oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern: it hands out no fixtures then
afterAll(({}, suite) => {
  if (active === null) suite.file.meta.reached = [...reachedMutants];
});
