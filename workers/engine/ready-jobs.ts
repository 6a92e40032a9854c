import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { ReadyJob } from './run-job.ts';

/** By kind: the handler, made with what it needs. */
export type Handlers<Tools> = Readonly<Record<string, (tools: Tools) => JobHandler>>;

/** Every kind of job with its handler; a kind without one, or the reverse, stops the workers at start. */
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
