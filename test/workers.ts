import { resultsFolder } from '#services/platform/files/results.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { startWorkers, type WorkersOptions } from '#workers/index.ts';
import type { PortaleOptions, TestPortal } from './portal.ts';

/** Creates a queue in PostgreSQL, for a test portal whose jobs are run by workers. */
export const realQueue: NonNullable<PortaleOptions['jobs']> = ({ writeDb, url }) => bullmqQueue({ writeDb, postgresUrl: url });

/** Starts workers for the portal's jobs, with a silent log. */
export const workersOf = (portale: TestPortal, more: Partial<WorkersOptions> = {}): ReturnType<typeof startWorkers> =>
  startWorkers({
    writeDb: portale.deps.writeDb,
    postgresUrl: portale.url,
    jobs: portale.jobs(),
    resultsFolder: resultsFolder(portale.deps.config),
    log: { warn: () => {}, error: () => {} },
    ...more,
  });
