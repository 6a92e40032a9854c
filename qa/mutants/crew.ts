import { fork, type ChildProcess } from 'node:child_process';
import type { Answer, Order } from './worker.ts';

/** `null`: the spec did not come to an end in time, or took its process down. */
export type Outcome = Answer | null;

/** One vitest in a process group of its own, so that all it started goes with it. */
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
    // whoever still has orders when all is to end waits for the end
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

  /** Lets it put away its database; what is still there after a while is killed. */
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
      // its whole group is gone already
    }
  }
}

/** Each item is done by whichever worker is free. */
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
