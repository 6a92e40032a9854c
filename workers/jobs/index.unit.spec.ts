import { expect, it } from 'vitest';
import { z } from 'zod';
import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import { JOBS } from '#contracts/jobs/index.ts';
import * as engine from '../engine/ready-jobs.ts';
import { HANDLERS, type Tools } from './index.ts';

const readyJobs = (given: Tools, definitions: readonly JobDefinition[] = JOBS, handlers: engine.Handlers<Tools> = HANDLERS) =>
  engine.readyJobs(given, definitions, handlers);
const tools = { resultsFolder: '/tmp' } as Tools;
const def = (kind: string) => ({ kind, lane: 'persona' as const, data: z.object({}) as never });

it('ogni tipo di processo ha il suo gestore', () => {
  expect([...readyJobs(tools).keys()]).toEqual(JOBS.map((job) => job.kind));
});

it('un tipo senza gestore, un gestore senza tipo e un tipo doppio fermano l’avvio, tutti insieme', () => {
  const handler = () => async () => ({});
  expect(() => readyJobs(tools, [def('a'), def('b'), def('b')], { b: handler, c: handler })).toThrow(
    'job a has no handler\nhandler c has no definition\njob b is defined twice',
  );
});
