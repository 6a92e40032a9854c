// Worker process that a test kills in the middle of a job. The job reports its start in the job's message, and never ends.
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { openDatabase } from '#projections/database.ts';
import { startWorkers } from '#workers/index.ts';

const [url = '', redisUrl = '', folder = '', lockDuration = '0'] = process.argv.slice(2);
const { db } = openDatabase<Record<string, never>>({ url, max: 2 });
const log = { warn: () => {}, error: () => {} };
await startWorkers({
  writeDb: db,
  postgresUrl: url,
  redisUrl: redisUrl || undefined,
  resultsFolder: folder,
  log,
  lockDuration: Number(lockDuration),
  jobs: [
    job(esportaAllegati, async ({ progress }) => {
      await progress(10, 'preso dal primo');
      return new Promise(() => {});
    }),
  ],
});
