import { JOBS } from '#contracts/jobs/index.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { startWorkers, type WorkersOptions } from '#workers/index.ts';
import type { PortaleOptions, TestPortal } from './portal.ts';

/** A queue in PostgreSQL, for a test portal whose jobs are done. */
export const realQueue: NonNullable<PortaleOptions['jobs']> = ({ writeDb, url }) =>
  bullmqQueue({ definitions: JOBS, writeDb, postgresUrl: url });

/** Starts workers for the portal's jobs, with the portal's own tools and a silent log. */
export const workersOf = (portale: TestPortal, more: Partial<Omit<WorkersOptions, 'jobs'>> = {}): ReturnType<typeof startWorkers> =>
  startWorkers({
    writeDb: portale.deps.writeDb,
    postgresUrl: portale.url,
    tools: portale.tools(),
    resultsFolder: resultsFolder(portale.deps.config),
    log: { warn: () => {}, error: () => {} },
    ...more,
  });
