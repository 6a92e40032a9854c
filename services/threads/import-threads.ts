import type { Imports } from '#contracts/ports/imports.ts';
import { inThread } from '#workers/engine/in-thread.ts';
import type { Environment } from '../platform/start/environment.ts';
import type { ImportWork } from './import-rows.ts';

const THREAD = new URL('./import-rows.ts', import.meta.url);
/** 100,000 rows with the commands that they become, and what a rehearsal keeps of them. */
const MEMORY_MB = 1536;

type Order = ImportWork extends infer W ? (W extends unknown ? Omit<W, 'config'> : never) : never;

/** Imports of this portal, each in a thread of its own. */
export function importThreads(config: Environment['config']): Imports {
  // only plain values pass into a thread
  const plain = JSON.parse(JSON.stringify(config)) as Environment['config'];
  const run = <O>(order: Order, { signal, progress }: Parameters<Imports['make']>[1]): Promise<O> =>
    inThread<O>(THREAD, { config: plain, ...order }, { signal, progress, memoryMb: MEMORY_MB });
  return {
    rehearse: (order, results, how) => run({ what: 'rehearse', order, results }, how),
    make: (order, how) => run({ what: 'make', order }, how),
    undo: ({ id, memberID }, how) => run({ what: 'undo', id, memberID }, how),
  };
}
