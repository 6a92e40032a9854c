import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { DomainError, type ErrorCode } from '#contracts/core/errors.ts';

/** Message of a thread: its progress, or its end. */
export type ThreadMessage<O> = { progress: number; text: string } | { outcome: O } | { refused: { code: ErrorCode; message: string } };

interface Running {
  signal: AbortSignal;
  progress(percent: number, text: string): void;
  memoryMb: number;
}

/** Milliseconds that a thread may take to end after it reported its outcome. */
const CLOSING_MS = 10_000;

/**
 * Runs one order in a thread of its own, so that this thread can answer requests meanwhile. Throws the signal's reason when it aborts, or
 * the error that ended the thread. A thread that reported its outcome ends by itself: terminating it in that moment can crash the whole
 * process.
 */
export async function inThread<O>(thread: URL, order: unknown, { signal, progress, memoryMb }: Running): Promise<O> {
  signal.throwIfAborted();
  const worker = new Worker(thread, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  let finished = false;
  try {
    return await new Promise<O>((resolve, reject) => {
      worker.on('message', (message: ThreadMessage<O>) => {
        finished ||= !('progress' in message);
        if ('outcome' in message) resolve(message.outcome);
        else if ('refused' in message) reject(new DomainError(message.refused.code, { message: message.refused.message }));
        else progress(message.progress, message.text);
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

/** Runs `work` inside the thread and sends its outcome. On Linux the thread has a lower priority than the one that answers requests. */
export async function asThread<O>(work: (progress: (percent: number, text: string) => void) => Promise<O>): Promise<void> {
  const say = (said: ThreadMessage<O>): void => parentPort?.postMessage(said);
  // Process id 0 is the calling thread on Linux; elsewhere it is the whole process.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    say({ outcome: await work((progress, text) => say({ progress, text })) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    say({ refused: { code: error.code, message: error.message } });
  }
}
