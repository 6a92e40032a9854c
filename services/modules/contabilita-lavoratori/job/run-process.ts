import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LIMITS } from '#contracts/modules/contabilita/result.ts';
import { inProcess, LimitExceeded, type ExceededLimit } from '#workers/isolated/in-process.ts';
import { Fault, limitExceeded } from './fault.ts';
import type { Order, Outcome } from './outcome.ts';

export interface Running {
  signal: AbortSignal;
  progress(percent: number, text: string): void;
  /** Time limit in milliseconds. */
  limit?: number;
  /** Program to run instead, for tests. */
  entry?: URL;
  cpuSeconds?: number;
}

/** Memory and CPU limits that the largest valid files do not reach. A process that exceeds one is killed. */
const LIMITS_OF_PROCESS = { rssMb: 1024, cpuSeconds: 30 };

/**
 * Runs one accounting in a process of its own. Throws the signal's reason when it aborts, a `Fault` for a limit that the process exceeds,
 * or the error that ended the process.
 */
export async function runProcess(
  order: Order,
  {
    signal,
    progress,
    limit = LIMITS.durata,
    cpuSeconds = LIMITS_OF_PROCESS.cpuSeconds,
    entry = new URL('./process.ts', import.meta.url),
  }: Running,
): Promise<Outcome> {
  signal.throwIfAborted();
  await mkdir(dirname(order.results), { recursive: true, mode: 0o700 });
  await removeTemporary(order.results);
  try {
    const limits = { ...LIMITS_OF_PROCESS, cpuSeconds, seconds: limit / 1000 };
    return await inProcess<Outcome>(entry, order, { signal, progress, limits });
  } catch (error) {
    throw error instanceof LimitExceeded ? faultOf(error.limit) : error;
  } finally {
    await removeTemporary(order.results);
  }
}

const faultOf = (limit: ExceededLimit): Fault =>
  limit === 'time'
    ? new Fault('TEMPO_SCADUTO')
    : limitExceeded(limit === 'cpu' ? 'più di 30 secondi di elaborazione' : 'più di 1 GB di memoria');

/** Deletes the temporary files of a killed run. */
async function removeTemporary(results: string): Promise<void> {
  const folder = dirname(results);
  for (const name of await readdir(folder)) {
    if (name.startsWith(basename(results)) && name.endsWith('.temp')) await rm(join(folder, name), { force: true });
  }
}
