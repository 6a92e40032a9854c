import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { JobContext } from '#contracts/ports/job-queue.ts';

/** Test run of a job handler, with a folder for results. `told` holds the calls of `progress` as percent and message. */
export interface JobRun {
  resultsFolder: string;
  reports: [percent: number, message: string | undefined][];
  context(data?: object): JobContext;
}

/** Returns a job run whose results folder is created before each test and removed afterwards. */
export function jobRun(): JobRun {
  const run: JobRun = {
    resultsFolder: '',
    reports: [],
    context: (data = {}) => ({
      id: 'lavoro',
      data: data as JobContext['data'],
      utente: 'anna',
      groupID: 3,
      signal: new AbortController().signal,
      progress: async (percent, message) => void run.reports.push([percent, message]),
    }),
  };
  beforeEach(async () => {
    run.resultsFolder = await mkdtemp(join(tmpdir(), 'strato-operazioni-'));
    run.reports = [];
  });
  afterEach(() => rm(run.resultsFolder, { recursive: true, force: true }));
  return run;
}
