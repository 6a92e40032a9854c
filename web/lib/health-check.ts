import type { Network } from './network.ts';

export const SILENT = Symbol('silent');

/** Milliseconds without a response after which the portal's health is checked. */
export const PATIENCE = 8000;

interface WatchOptions {
  network: Pick<Network, 'check'>;
  patience?: number | undefined;
  /** Returns a value that changes while the work advances; no health check is made as long as it changes. */
  progress?: () => unknown;
}

/**
 * Resolves to the result of `work`, or to `SILENT` when it hangs and the portal's health check fails too. A slow
 * response is awaited as long as the portal is healthy. The work is not cancelled; the caller must.
 */
export async function withHealthCheck<T>(
  work: Promise<T>,
  { network, patience = PATIENCE, progress }: WatchOptions,
): Promise<T | typeof SILENT> {
  const over = work.then(
    () => true as const,
    () => true as const,
  );
  for (let before = progress?.(); ; before = progress?.()) {
    if (await within(over, patience)) return work;
    if (progress && progress() !== before) continue;
    if (!(await Promise.race([over, network.check()]))) return SILENT;
  }
}

async function within(over: Promise<true>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const first = await Promise.race([over, late]);
  clearTimeout(timer);
  return first;
}
