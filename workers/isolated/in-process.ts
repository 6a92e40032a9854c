import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { DomainError, type ErrorCode } from '#contracts/core/errors.ts';

/** Limits of one process; the process is killed at the first one that it exceeds. */
export interface ProcessLimits {
  /** Resident memory in MB. */
  rssMb: number;
  /** Limit of the JavaScript heap in MB; three quarters of `rssMb` by default. */
  heapMb?: number;
  /** Seconds of processor time. */
  cpuSeconds?: number;
  /** Seconds by the clock. */
  seconds?: number;
}

/** Message of the process: its progress, or its end. */
type ProcessMessage<O> =
  | { progress: number; text: string }
  | { outcome: O }
  | { refused: { code: ErrorCode; message: string } }
  | { failed: Pick<NodeJS.ErrnoException, 'name' | 'message' | 'stack' | 'code'> };

export type ExceededLimit = 'memory' | 'cpu' | 'time';

/** Thrown when the process was killed because it exceeded a limit. */
export class LimitExceeded extends Error {
  readonly limit: ExceededLimit;

  constructor(limit: ExceededLimit) {
    super(`the process was killed: ${limit}`);
    this.name = 'LimitExceeded';
    this.limit = limit;
  }
}

interface Running {
  signal: AbortSignal;
  progress?(percent: number, text: string): void;
  limits: ProcessLimits;
  /** Milliseconds that the process has to end its work after the signal aborts; with none it is killed at once. */
  stopMs?: number;
}

/** Milliseconds between two looks at the memory of a process, which allocates at most about 200 MB meanwhile. */
const LOOK_MS = 50;
const MB = 1024 * 1024;
const PAGE = 4096;
/** A shell sets the kernel's limit of processor time, which holds even after this process died. */
const LIMITED = 'ulimit -S -t "$1"; ulimit -H -t "$2"; shift 2; exec "$@"';
const PASSED_ON = new Set(['PATH', 'HOME', 'TZ', 'LANG', 'NODE_ENV', 'TMPDIR', 'NODE_COMPILE_CACHE']);
const OUT_OF_HEAP = 134;

/**
 * Runs one order in a process of its own, so that its memory, processor time and crashes do not affect this process. Throws the signal's
 * reason when it aborts (the process is killed), `LimitExceeded`, or the `DomainError` that the process refused with.
 */
export async function inProcess<O>(entry: URL, order: unknown, { signal, progress, limits, stopMs = 0 }: Running): Promise<O> {
  signal.throwIfAborted();
  const child = startProcess(entry, limits);
  let exceeded: ExceededLimit | null = null;
  const kill = (limit: ExceededLimit): void => {
    exceeded ??= limit;
    child.kill('SIGKILL');
  };
  const watch = setInterval(() => residentMb(child) > limits.rssMb && kill('memory'), LOOK_MS);
  const late = limits.seconds === undefined ? undefined : setTimeout(() => kill('time'), limits.seconds * 1000);
  let tooLate: NodeJS.Timeout | undefined;
  const stop = (): void => {
    tooLate = setTimeout(() => child.kill('SIGKILL'), stopMs);
    if (child.connected) child.send({ stop: true }, () => {});
  };
  signal.addEventListener('abort', stop, { once: true });
  const exited = new Promise<string>((resolve) => child.once('exit', (code, by) => resolve(by ?? String(code))));
  try {
    return await new Promise<O>((resolve, reject) => {
      child.on('message', (message: ProcessMessage<O>) => {
        if (signal.aborted) return;
        if ('outcome' in message) resolve(message.outcome);
        else if ('refused' in message) reject(new DomainError(message.refused.code, { message: message.refused.message }));
        else if ('failed' in message) reject(Object.assign(new Error(message.failed.message), message.failed));
        else progress?.(message.progress, message.text);
      });
      child.once('error', reject);
      child.send({ order }, (error) => error && reject(error));
      void exited.then((by) => {
        if (signal.aborted) return reject(signal.reason);
        const limit = exceeded ?? limitOf(by);
        reject(limit ? new LimitExceeded(limit) : new Error(`the process ended with ${by} and said nothing`));
      });
    });
  } catch (error) {
    // The failure to send a message is reported before the end of the process that explains it.
    throw signal.aborted ? signal.reason : exceeded ? new LimitExceeded(exceeded) : error;
  } finally {
    clearInterval(watch);
    clearTimeout(late);
    clearTimeout(tooLate);
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
    await exited;
  }
}

function startProcess(entry: URL, { rssMb, heapMb = Math.floor(rssMb * 0.75), cpuSeconds }: ProcessLimits): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${heapMb}`];
  const shell =
    cpuSeconds === undefined ? null : ['-c', LIMITED, 'sh', ...[0, 5].map((more) => String(Math.ceil(cpuSeconds) + more)), ...node];
  return fork(entry, [], {
    execPath: shell ? '/bin/sh' : process.execPath,
    execArgv: shell ?? node.slice(1),
    serialization: 'advanced',
    env: passedOn(),
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
}

/** Returns the environment without the portal's secrets; a process finds what it needs in its order. */
function passedOn(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.has(name)));
}

/** Returns the limit that a process exceeded, by the signal or exit code with which the kernel or V8 ended it; null for any other end. */
function limitOf(by: string): ExceededLimit | null {
  if (by === 'SIGXCPU') return 'cpu';
  // The kernel kills the process that takes the machine's last memory.
  return by === 'SIGKILL' || by === 'SIGABRT' || by === String(OUT_OF_HEAP) ? 'memory' : null;
}

/** Resident memory of the process in MB; 0 where the system does not tell. */
function residentMb({ pid }: ChildProcess): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE) / MB;
  } catch {
    return 0;
  }
}

/** Runs `work` in the process that `inProcess` started and sends its outcome. The process has a lower priority than the portal's. */
export function asProcess<Order, O>(
  work: (order: Order, progress: (percent: number, text: string) => void, signal: AbortSignal) => Promise<O>,
  codeOf: (error: unknown) => ErrorCode | null = (error) => (error instanceof DomainError ? error.code : null),
): void {
  const say = (said: ProcessMessage<O>): Promise<void> => new Promise((resolve) => void process.send?.(said, () => resolve()));
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  // The parent process is gone: nobody waits for the outcome any more.
  process.once('disconnect', () => process.exit());
  const stop = new AbortController();
  process.once('message', ({ order }: { order: Order }) => {
    process.once('message', () => stop.abort());
    work(order, (progress, text) => void say({ progress, text }), stop.signal)
      .then((outcome) => say({ outcome }))
      .catch((error: unknown) => {
        const code = codeOf(error);
        if (code !== null) return say({ refused: { code, message: (error as Error).message } });
        const { name, message, stack, code: systemCode } = error as NodeJS.ErrnoException;
        return say({ failed: { name, message, stack, code: systemCode } });
      })
      .finally(() => process.disconnect());
  });
}
