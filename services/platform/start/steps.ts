import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** Takes one step of the start and tells of it with its time. What it throws goes on to the caller. */
export type TakeStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const WIDTH = 16;

/** A line for whoever watches the start: `✓ database          8.3 s`. */
export function stepLine(name: string, ms: number): string {
  return `  ✓ ${name.padEnd(WIDTH)} ${(ms / 1000).toFixed(1).padStart(6)} s`;
}

/** For a person a line each, the one under way shown on a terminal; in production a line of the log. */
export function startSteps({ NODE_ENV }: Pick<Config, 'NODE_ENV'>, log: Logger, output: NodeJS.WriteStream = process.stdout): TakeStep {
  return async (name, work) => {
    const begun = performance.now();
    const watched = NODE_ENV !== 'production' && output.isTTY;
    if (watched) output.write(`  … ${name}`);
    const result = await work();
    const ms = performance.now() - begun;
    if (NODE_ENV === 'production') log.info({ step: name, ms: Math.round(ms) }, 'started');
    else output.write(`${watched ? '\r' : ''}${stepLine(name, ms)}\n`);
    return result;
  };
}
