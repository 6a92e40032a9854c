import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { ReadyJob } from './run-job.ts';

/** Functions that make the handlers from their tools, by kind of job. */
export type Handlers<Tools> = Readonly<Record<string, (tools: Tools) => JobHandler>>;

/** Returns every kind of job with its handler. Throws at start if a kind has no handler, or a handler no kind. */
export function readyJobs<Tools>(tools: Tools, definitions: readonly JobDefinition[], handlers: Handlers<Tools>): Map<string, ReadyJob> {
  const problems = [
    ...definitions.filter(({ kind }) => !Object.hasOwn(handlers, kind)).map(({ kind }) => `job ${kind} has no handler`),
    ...Object.keys(handlers)
      .filter((kind) => !definitions.some((d) => d.kind === kind))
      .map((kind) => `handler ${kind} has no definition`),
    ...definitions
      .filter((d, i) => definitions.findIndex((x) => x.kind === d.kind) !== i)
      .map(({ kind }) => `job ${kind} is defined twice`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return new Map(definitions.map((definition) => [definition.kind, { definition, handler: handlers[definition.kind]!(tools) }]));
}
