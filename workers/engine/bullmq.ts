import { randomUUID } from 'node:crypto';
import { createPostgresBackend, DelayedError, Queue, WaitingError, withBackend, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import { DomainError } from '#contracts/core/errors.ts';
import { LANES, type JobDefinition, type Lane } from '#contracts/jobs/define-job.ts';
import { mayBeCancelled, tooManyUnfinished, type JobQueue } from '#contracts/ports/job-queue.ts';
import { requestCancel } from './cancel.ts';
import { all, count, find, isBehind, list, ofKind, openBeside } from './job-reads.ts';
import type { WriteDb } from './job-tables.ts';
import { hide, insert, mayAsk, remove, reset, withdraw } from './job-writes.ts';

/** Addresses of the queue's servers. The queue uses Redis if `redisUrl` is given, otherwise PostgreSQL. */
export interface Addresses {
  postgresUrl?: string | undefined;
  redisUrl?: string | undefined;
}

/** Logger of the workers; a pino logger fits. */
export interface JobLogger {
  warn(data: object, text: string): void;
  error(data: object, text: string): void;
  info?(data: object, text: string): void;
}

/** Each lane has a queue of its own. */
const nameOf = (lane: Lane): string => `processi-${lane}`;
/** Schema of BullMQ's own tables in PostgreSQL. */
const SCHEMA = 'coda';
export const ATTEMPTS = 3;
const BACKOFF = { type: 'exponential', delay: 2000 } as const;
/** Milliseconds that a request waits for the queue. A job that is not enqueued by then has its row, and the workers find it there. */
const QUEUE_WAIT = 3000;

// The queue carries only ids and forgets a finished job at once: the rows of `public.processi` hold the state.
const OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: ATTEMPTS, backoff: BACKOFF };

type QueueHandle = Pick<Queue, 'add' | 'remove' | 'getJob' | 'close' | 'upsertJobScheduler' | 'waitUntilReady'> & {
  on(event: 'error', listener: (error: Error) => void): unknown;
};

function openQueue({ postgresUrl, redisUrl }: Addresses, lane: Lane): QueueHandle {
  if (redisUrl) {
    const redis = connectRedis(redisUrl, 3);
    const queue = new Queue(nameOf(lane), { connection: redis, defaultJobOptions: OPTIONS });
    return closedWith(queue, redis);
  }
  const { Queue: PgQueue } = withBackend(createPostgresBackend);
  return new PgQueue(nameOf(lane), { connection: postgres(postgresUrl, 1), defaultJobOptions: OPTIONS }) as unknown as QueueHandle;
}

/** `retries` is how often one request is tried before it fails; with null it waits until the server is back. */
function connectRedis(url: string, retries: number | null): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: retries });
  // BullMQ's queue or worker on this connection reports the error; without a listener Node would throw it.
  redis.on('error', () => undefined);
  return redis;
}

/** Closes the connection with its user, since BullMQ leaves open a connection that it was given. */
function closedWith<T extends { close(): Promise<void> }>(user: T, redis: Redis): T {
  const close = user.close.bind(user);
  return Object.assign(user, { close: () => close().finally(() => redis.disconnect()) });
}

function postgres(connectionString: string | undefined, max: number) {
  if (!connectionString) throw new Error('the job queue needs a PostgreSQL or a Redis address');
  return { connectionString, schema: SCHEMA, max, migrate: true, application_name: 'strato-coda' };
}

interface QueueOptions extends Addresses {
  writeDb: WriteDb;
  log?: JobLogger;
}

/** Creates the queue as the API sees it. While the queue cannot be reached no job is lost: its row waits for the workers' next check. */
export async function bullmqQueue({ writeDb, log, ...addresses }: QueueOptions): Promise<JobQueue> {
  const kinds = new Map<string, JobDefinition>();
  const definition = (kind: string) => kinds.get(kind);
  const uncountedKinds = () => [...kinds.values()].filter(({ ofThePortal }) => ofThePortal).map(({ kind }) => kind);
  const queues = openLanes(addresses, log);
  // BullMQ creates its PostgreSQL tables only at this point; Redis needs none, so it may start later.
  if (!addresses.redisUrl) for (const lane of LANES) await queues[lane].waitUntilReady();
  const tryToEnqueue = async (id: string, kind: string, correlationId?: string) =>
    pTimeout(addToLane(queues, { writeDb, definitions: [...kinds.values()] }, id, kind), {
      milliseconds: QUEUE_WAIT,
      message: 'the queue did not answer in time',
    }).catch((error: Error) => log?.warn({ job: id, correlationId, error: error.message }, 'a job is not in the queue yet'));
  return {
    define(definitions) {
      for (const one of definitions) kinds.set(one.kind, one);
    },
    definition,
    async enqueue(request) {
      check(definition(request.kind), request);
      const id = request.id ?? randomUUID();
      const outcome = await insert(writeDb, id, request, uncountedKinds());
      if (outcome === 'full') throw tooManyUnfinished(request.atMost);
      if (outcome === 'fresh') await tryToEnqueue(id, request.kind, request.correlationId);
      return id;
    },
    async requireRoom(utente, id, atMost) {
      if (!(await mayAsk(writeDb, utente, id, { atMost, uncounted: uncountedKinds() }))) throw tooManyUnfinished(atMost);
    },
    async retry(id, atMost) {
      const outcome = await reset(writeDb, id, { atMost, uncounted: uncountedKinds() });
      if (outcome === 'full') throw tooManyUnfinished(atMost);
      if (outcome === 'unknown') return false;
      const kind = (await find(writeDb, id))?.kind ?? '';
      const removal = pTimeout(queues[laneByKind([...kinds.values()])(kind)].remove(id), {
        milliseconds: QUEUE_WAIT,
        message: 'the queue did not answer in time',
      });
      await removal.catch(() => {});
      await tryToEnqueue(id, kind);
      return true;
    },
    list: (utente, limit) => list(writeDb, utente, limit),
    all: (asked) => all(writeDb, asked),
    ofKind: (asked) => ofKind(writeDb, asked),
    find: (id) => find(writeDb, id),
    remove: (id) => remove(writeDb, id),
    withdraw: (id) => withdraw(writeDb, id),
    hide: (id) => hide(writeDb, id),
    async cancel(id, by) {
      const row = await find(writeDb, id);
      if (!row) return false;
      // A second request to cancel is answered like the first.
      if (row.cancelling) return row.status === 'queued' || row.status === 'running';
      return mayBeCancelled(row, definition(row.kind)) && (await requestCancel(writeDb, id, by)) !== 'unknown';
    },
    counts: () => count(writeDb),
    close: async () => void (await Promise.all(LANES.map((lane) => queues[lane].close()))),
  };
}

type Queues = Readonly<Record<Lane, QueueHandle>>;

function openLanes(addresses: Addresses, log?: JobLogger): Queues {
  const entries = LANES.map((lane) => {
    const queue = openQueue(addresses, lane);
    queue.on('error', (error) => log?.warn({ lane, error: error.message }, 'queue of the jobs'));
    return [lane, queue] as const;
  });
  return Object.fromEntries(entries) as Record<Lane, QueueHandle>;
}

/** Returns the kinds whose jobs are done in the order in which they were requested. */
export const inOrderOf = (definitions: readonly JobDefinition[]): string[] =>
  definitions.filter((one) => one.inOrder).map(({ kind }) => kind);

/** Kinds that this version does not know go to the lane `persona`, whose worker ends them with an error. */
const laneByKind =
  (definitions: readonly JobDefinition[]) =>
  (kind: string): Lane =>
    definitions.find((one) => one.kind === kind)?.lane ?? 'persona';

/**
 * Adds a job to its lane's queue. Of a kind in order, only the oldest unfinished job is queued; the others would only occupy workers. The
 * priority is the number of the person's unfinished jobs in the lane, so that people take turns.
 */
async function addToLane(
  queues: Queues,
  { writeDb, definitions }: { writeDb: WriteDb; definitions: readonly JobDefinition[] },
  id: string,
  kind: string,
): Promise<void> {
  // the job before it puts it into the queue when it has ended
  if (await isBehind(writeDb, id, inOrderOf(definitions))) return;
  const lane = laneByKind(definitions)(kind);
  const kinds = definitions.filter((one) => one.lane === lane).map((one) => one.kind);
  const priority = Math.min(LOWEST_PRIORITY, Math.max(1, await openBeside(writeDb, id, kinds)));
  await queues[lane].add('processo', { id }, { jobId: id, priority });
}

/** Largest number that BullMQ takes as a priority; a larger number is a lower priority. */
const LOWEST_PRIORITY = 2_097_152;

function check(definition: JobDefinition | undefined, { kind, data }: { kind: string; data: unknown }): void {
  if (!definition) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Operazione sconosciuta: ${kind}` });
  const read = definition.data.safeParse(data);
  if (read.success) return;
  throw new DomainError('RICHIESTA_NON_VALIDA', {
    errors: read.error.issues.map((i) => ({ campo: i.path.join('.'), messaggio: i.message })),
  });
}

/**
 * `ended`: the queue has nothing more to do, as the job has ended or the one before it will queue it. `again`: the job failed and is tried
 * again after a pause. `put back`: the worker is stopping and the job is not done. `wait`: another job of its kind runs.
 */
export type NextStep = 'ended' | 'again' | 'put back' | 'wait';

/** Milliseconds between two looks for jobs whose worker gave no sign of life; it takes two to be sure. */
const STALLED_CHECK_MS = 1500;
/** Milliseconds after which a job that waits for its turn looks again. */
const TURN_CHECK_MS = 500;

export interface Consumption extends Addresses {
  writeDb: WriteDb;
  definitions: readonly JobDefinition[];
  /** Runs the job of that id; `isLastAttempt` when no other attempt follows. Never throws. */
  run(id: string, isLastAttempt: boolean): Promise<NextStep>;
  periodic: readonly Periodic[];
  /** Jobs side by side in each lane. */
  concurrency: number;
  /** Milliseconds without a sign of life after which a job is taken from its worker. */
  lockDuration: number;
  log: JobLogger;
}

interface Periodic {
  name: string;
  every: number;
  run(): Promise<void>;
}

export interface Consumer {
  /** Puts a job into its queue, unless it is there: waiting, delayed or in a worker's hands. */
  requeue(id: string, kind: string): Promise<void>;
  /** Takes no new job, tells the running ones to stop and waits for them. */
  stop(interrupt: () => void): Promise<void>;
}

/** Lane of periodic work, which is short: the lane of the portal's own notices. */
const PERIODIC_LANE: Lane = 'posta';

/** Starts a worker for each lane. */
export async function consume(consumption: Consumption): Promise<Consumer> {
  const { periodic, log, definitions, writeDb } = consumption;
  const queues = openLanes(consumption, log);
  const workers = LANES.map((lane) => {
    const worker = openWorker(consumption, lane, jobProcessor(consumption));
    worker.on('error', (error) => log.warn({ lane, error: error.message }, 'worker of the jobs'));
    return worker;
  });
  for (const { name, every } of periodic) await queues[PERIODIC_LANE].upsertJobScheduler(name, { every }, { name, opts: { attempts: 1 } });
  const laneOf = laneByKind(definitions);
  return {
    async requeue(id, kind) {
      if ((await queues[laneOf(kind)].getJob(id)) === undefined) await addToLane(queues, { writeDb, definitions }, id, kind);
    },
    async stop(interrupt) {
      await Promise.all(workers.map((worker) => worker.pause(true)));
      interrupt();
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all(LANES.map((lane) => queues[lane].close()));
    },
  };
}

type ProcessJob = (
  job: Pick<Job, 'name' | 'data' | 'attemptsMade' | 'opts' | 'moveToWait' | 'moveToDelayed'>,
  token?: string,
) => Promise<void>;

const jobProcessor =
  ({ periodic, run, log }: Consumption): ProcessJob =>
  async (job, token) => {
    const due = periodic.find((p) => p.name === job.name);
    if (due) return due.run().catch((error: Error) => log.warn({ job: job.name, error: error.message }, 'periodic job'));
    const end = await run((job.data as { id: string }).id, job.attemptsMade + 1 >= (job.opts.attempts ?? 1));
    if (end === 'again') throw new Error('to be tried again');
    if (end === 'wait') {
      await job.moveToDelayed(Date.now() + TURN_CHECK_MS, token);
      throw new DelayedError();
    }
    if (end === 'put back') {
      await job.moveToWait(token);
      throw new WaitingError();
    }
  };

function openWorker(
  { redisUrl, postgresUrl, concurrency, lockDuration }: Consumption,
  lane: Lane,
  processJob: ProcessJob,
): Pick<Worker, 'close' | 'on' | 'pause'> {
  // A job whose worker dies again and again is ended by the count in its row.
  const options = { concurrency, lockDuration, stalledInterval: Math.min(lockDuration, STALLED_CHECK_MS), maxStalledCount: ATTEMPTS };
  if (redisUrl) {
    const redis = connectRedis(redisUrl, null);
    return closedWith(new Worker(nameOf(lane), (job, token) => processJob(job, token), { connection: redis, ...options }), redis);
  }
  const { Worker: PgWorker } = withBackend(createPostgresBackend);
  return new PgWorker(nameOf(lane), (job, token) => processJob(job as unknown as Job, token), {
    connection: postgres(postgresUrl, 2),
    ...options,
  }) as unknown as Worker;
}
