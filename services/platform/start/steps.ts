import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** Runs one step of the start and reports its duration. Errors are passed on. */
export type TakeStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const WIDTH = 16;

/** Formats a finished step: `✓ database          8.3 s`. */
export function stepLine(name: string, ms: number): string {
  return `  ✓ ${name.padEnd(WIDTH)} ${(ms / 1000).toFixed(1).padStart(6)} s`;
}

/**
 * Creates the reporter of steps. In production a step is a log line. Otherwise it is a line of the output, and a terminal also shows the
 * step in progress.
 */
export function startSteps({ NODE_ENV }: Pick<Config, 'NODE_ENV'>, log: Logger, output: NodeJS.WriteStream = process.stdout): TakeStep {
  return async (name, work) => {
    const start = performance.now();
    const watched = NODE_ENV !== 'production' && output.isTTY;
    if (watched) output.write(`  … ${name}`);
    const result = await work();
    const ms = performance.now() - start;
    if (NODE_ENV === 'production') log.info({ step: name, ms: Math.round(ms) }, 'started');
    else output.write(`${watched ? '\r' : ''}${stepLine(name, ms)}\n`);
    return result;
  };
}
