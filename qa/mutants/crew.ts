import { fork, type ChildProcess } from 'node:child_process';
import type { Answer, Order } from './worker.ts';

/** Result of a spec; `null` if the spec exceeded its time limit or ended its process. */
export type Outcome = Answer | null;

/** A vitest process in its own process group, so that a kill also ends its child processes. */
export class Worker {
  specs: string[] = [];
  readonly files: readonly string[];
  #child: ChildProcess | null = null;
  #stopped = false;

  constructor(files: readonly string[]) {
    this.files = files;
  }

  async start(): Promise<void> {
    const child = fork(new URL('./worker.ts', import.meta.url), {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, STRATO_MUTANTS: JSON.stringify(this.files), STRATO_REPORT: 'test-results/mutants/vitest.json' },
    });
    this.#child = child;
    this.specs = await new Promise<string[]>((resolve, reject) => {
      child.once('message', (specs) => resolve(specs as string[]));
      child.once('exit', (code) => reject(new Error(`the test process did not start (${code})`)));
    });
  }

  async run(order: Order, limitMs: number): Promise<Outcome> {
    // an order that arrives after the stop never resolves, so its mutant gets no result
    if (this.#stopped) return new Promise(() => {});
    if (!this.#child) await this.start();
    const child = this.#child as ChildProcess;
    const outcome = await new Promise<Outcome>((resolve) => {
      const timer = setTimeout(() => settle(null), limitMs);
      const gone = () => settle(null);
      const settle = (answer: Outcome) => {
        clearTimeout(timer);
        child.off('message', settle).off('exit', gone);
        resolve(answer);
      };
      child.once('message', settle).once('exit', gone).send(order);
    });
    if (outcome === null) this.kill();
    return outcome;
  }

  /** Stops the process, so that it can stop its database; kills the process group after ten seconds. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => this.kill(), 10_000);
    if (child.connected) child.disconnect();
    if (child.exitCode === null && child.signalCode === null) await ended;
    clearTimeout(timer);
    this.kill();
  }

  kill(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // the process group has already ended
    }
  }
}

/** Distributes the items over the workers; each free worker takes the next item. */
export async function share<T>(
  crew: readonly Worker[],
  items: Iterable<T>,
  work: (worker: Worker, item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  await Promise.all(
    crew.map(async (worker) => {
      for (let next = queue.next(); !next.done; next = queue.next()) await work(worker, next.value);
    }),
  );
}
