import { afterAll, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The mutant that is switched on; `null` while it is noted which ones a spec reaches. */
    mutant: number | null;
  }
  interface TaskMeta {
    reached?: number[];
  }
}

/** A mutant that is passed so often goes round in circles. */
const ENDLESS = 1_000_000;

const active = inject('mutant');
const reached = new Set<number>();
let passed = 0;

Object.assign(globalThis, {
  $mutant(id: number): boolean {
    if (active === null) reached.add(id);
    if (id !== active) return false;
    passed += 1;
    if (passed > ENDLESS) throw new Error('the mutant does not come to an end');
    return true;
  },
});

// oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern: it hands out no fixtures then
afterAll(({}, suite) => {
  if (active === null) suite.file.meta.reached = [...reached];
});
