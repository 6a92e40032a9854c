import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LIMITS } from '#contracts/modules/contabilita/result.ts';
import { inThread } from '../../engine/in-thread.ts';
import { Fault } from './fault.ts';
import type { Order, Outcome } from './outcome.ts';

export interface Running {
  signal: AbortSignal;
  progress(percent: number, text: string): void;
  /** Milliseconds. */
  limit?: number;
  /** Another thread (tests). */
  thread?: URL;
}

/** The largest legal files take less; more is a fault, and ends the thread alone. */
const MEMORY_MB = 1536;

/**
 * One run in a thread of its own. Throws the signal's reason when it is aborted, the fault
 * TEMPO_SCADUTO when it takes too long, and what the thread died of.
 */
export async function runThread(
  order: Order,
  { signal, progress, limit = LIMITS.durata, thread = new URL('./thread.ts', import.meta.url) }: Running,
): Promise<Outcome> {
  signal.throwIfAborted();
  await mkdir(dirname(order.results), { recursive: true, mode: 0o700 });
  await removeTemporary(order.results);
  const late = AbortSignal.timeout(limit);
  try {
    return await inThread<Outcome>(thread, order, { signal: AbortSignal.any([signal, late]), progress, memoryMb: MEMORY_MB });
  } catch (error) {
    throw late.aborted && error === late.reason ? new Fault('TEMPO_SCADUTO') : error;
  } finally {
    await removeTemporary(order.results);
  }
}

/** What a run that was killed left behind. */
async function removeTemporary(results: string): Promise<void> {
  const folder = dirname(results);
  for (const name of await readdir(folder)) {
    if (name.startsWith(basename(results)) && name.endsWith('.temp')) await rm(join(folder, name), { force: true });
  }
}
