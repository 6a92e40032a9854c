import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { DomainError, type ErrorCode } from '#contracts/core/errors.ts';

/** What a thread says: how far it is, and once how it ended. */
export type Said<O> = { progress: number; text: string } | { outcome: O } | { refused: { code: ErrorCode; message: string } };

interface Running {
  signal: AbortSignal;
  progress(percent: number, text: string): void;
  memoryMb: number;
}

/** How long a thread that has said how it ended may take to close what it holds. */
const CLOSING_MS = 10_000;

/**
 * One run in a thread of its own, so that this one can answer people meanwhile. Throws the signal's
 * reason when it is aborted, and what the thread died of. One that has said its outcome ends by
 * itself: stopped from outside in that very moment it can take the whole process with it.
 */
export async function inThread<O>(thread: URL, order: unknown, { signal, progress, memoryMb }: Running): Promise<O> {
  signal.throwIfAborted();
  const worker = new Worker(thread, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  let finished = false;
  try {
    return await new Promise<O>((resolve, reject) => {
      worker.on('message', (said: Said<O>) => {
        finished ||= !('progress' in said);
        if ('outcome' in said) resolve(said.outcome);
        else if ('refused' in said) reject(new DomainError(said.refused.code, { message: said.refused.message }));
        else progress(said.progress, said.text);
      });
      worker.on('error', reject);
      void exited.then((code) => reject(new Error(`the thread ended with ${code} and said nothing`)));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    if (finished) await Promise.race([exited, pause(CLOSING_MS, undefined, { ref: false })]);
    await worker.terminate();
  }
}

/** The other side: does the work, and says what came of it. It gives way to those who answer people, where the system can tell threads apart. */
export async function asThread<O>(work: (progress: (percent: number, text: string) => void) => Promise<O>): Promise<void> {
  const say = (said: Said<O>): void => parentPort?.postMessage(said);
  // 0 is the thread that asks: elsewhere than on Linux it would be the whole process
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    say({ outcome: await work((progress, text) => say({ progress, text })) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    say({ refused: { code: error.code, message: error.message } });
  }
}
