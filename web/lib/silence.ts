import type { Network } from './network.ts';

export const SILENT = Symbol('silent');

/** Milliseconds without an answer after which the portal is asked whether it answers at all. */
export const PATIENCE = 8000;

interface Watched {
  network: Pick<Network, 'check'>;
  patience?: number | undefined;
  /** What changes while the work gets on: as long as it does, nobody is asked. */
  progress?: () => unknown;
}

/**
 * What `work` resolves with; `SILENT` when its connection hangs and the portal answers nobody else either. A slow answer is
 * waited for as long as it takes: the portal answers others meanwhile. The work itself goes on, and its owner ends it.
 */
export async function unlessSilent<T>(work: Promise<T>, { network, patience = PATIENCE, progress }: Watched): Promise<T | typeof SILENT> {
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
