import { startProjections } from '#projections/engine/runner.ts';
import type { Dependencies } from './platform/module.ts';
import type { Shutdown } from './platform/start/shutdown.ts';

/** Starts the projections, which keep the read tables up to date with the log until the shutdown. */
export async function startReading(
  { catalogue, config, recorded, readModelWait, log }: Dependencies,
  url: string,
  shutdown: Shutdown,
): Promise<{ stop(): Promise<void> }> {
  const runner = await startProjections({
    store: recorded,
    url,
    projections: catalogue.projections,
    upcasts: catalogue.upcasts,
    log,
    passed: (position) => readModelWait.passed?.(position),
    awaited: () => readModelWait.awaited?.() ?? false,
    replicated: config.DATABASE_URL_LETTURE !== undefined,
  });
  shutdown.add('projections', () => runner.stop());
  return runner;
}
