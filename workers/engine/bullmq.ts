import { randomUUID } from 'node:crypto';
import { createPostgresBackend, DelayedError, Queue, WaitingError, withBackend, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import { DomainError } from '#contracts/core/errors.ts';
import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import { tooManyUnfinished, type JobQueue } from '#contracts/ports/job-queue.ts';
import { all, count, find, hide, insert, list, mayAsk, ofKind, remove, reset, withdraw, type WriteDb } from './processi.ts';

/** Redis where its address is given, else PostgreSQL. */
export interface Addresses {
  postgresUrl?: string | undefined;
  redisUrl?: string | undefined;
}

/** What is worth a line in the log; pino's loggers fit. */
export interface Register {
  warn(data: object, text: string): void;
  error(data: object, text: string): void;
  info?(data: object, text: string): void;
}

const NAME = 'processi';
/** Schema of BullMQ's own tables in PostgreSQL. */
const SCHEMA = 'coda';
export const ATTEMPTS = 3;
const PAUSE = { type: 'exponential', delay: 2000 } as const;
/** How long the asking side waits for the queue: the row is there, and the workers look for it. */
const QUEUE_WAIT = 3000;

// the queue carries ids only and forgets them at once: rows are the truth
const OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: ATTEMPTS, backoff: PAUSE };

type QueueHandle = Pick<Queue, 'add' | 'remove' | 'getJob' | 'close' | 'upsertJobScheduler' | 'waitUntilReady'> & {
  on(event: 'error', make: (error: Error) => void): unknown;
};

function openQueue({ postgresUrl, redisUrl }: Addresses): QueueHandle {
  if (redisUrl) {
    const redis = connectRedis(redisUrl, 3);
    const queue = new Queue(NAME, { connection: redis, defaultJobOptions: OPTIONS });
    return closedWith(queue, redis);
  }
  const { Queue: PgQueue } = withBackend(createPostgresBackend);
  return new PgQueue(NAME, { connection: postgres(postgresUrl, 2), defaultJobOptions: OPTIONS }) as unknown as QueueHandle;
}

/** `retries` of one request before it fails; null: it waits until the server is back. */
function connectRedis(url: string, retries: number | null): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: retries });
  // told by the queue or the worker that stands on it
  redis.on('error', () => undefined);
  return redis;
}

/** BullMQ leaves a connection that it was given open. */
function closedWith<T extends { close(): Promise<void> }>(user: T, redis: Redis): T {
  const close = user.close.bind(user);
  return Object.assign(user, { close: () => close().finally(() => redis.disconnect()) });
}

function postgres(connectionString: string | undefined, max: number) {
  if (!connectionString) throw new Error('the job queue needs a PostgreSQL or a Redis address');
  return { connectionString, schema: SCHEMA, max, migrate: true, application_name: 'strato-coda' };
}

interface Asking extends Addresses {
  /** Every kind of job that can be asked for. */
  definitions: readonly JobDefinition[];
  writeDb: WriteDb;
  log?: Register;
}

/** The asking side. A queue that cannot be reached loses nothing: the row waits for the workers' next look. */
export async function bullmqQueue({ definitions, writeDb, log, ...addresses }: Asking): Promise<JobQueue> {
  const definition = (kind: string) => definitions.find((one) => one.kind === kind);
  const uncounted = definitions.filter(({ ofThePortal }) => ofThePortal).map(({ kind }) => kind);
  const queue = openQueue(addresses);
  queue.on('error', (error) => log?.warn({ error: error.message }, 'queue of the jobs'));
  // its tables are made now or not at all; Redis may come later
  if (!addresses.redisUrl) await queue.waitUntilReady();
  const ship = (id: string, correlationId?: string) =>
    pTimeout(queue.add('processo', { id }, { jobId: id }), { milliseconds: QUEUE_WAIT, message: 'the queue did not answer in time' }).catch(
      (error: Error) => log?.warn({ job: id, correlationId, error: error.message }, 'a job is not in the queue yet'),
    );
  return {
    definition,
    async enqueue(request) {
      check(definition(request.kind), request);
      const id = request.id ?? randomUUID();
      const outcome = await insert(writeDb, id, request, uncounted);
      if (outcome === 'full') throw tooManyUnfinished(request.atMost);
      if (outcome === 'fresh') await ship(id, request.correlationId);
      return id;
    },
    async requireRoom(utente, id, atMost) {
      if (!(await mayAsk(writeDb, utente, id, { atMost, uncounted }))) throw tooManyUnfinished(atMost);
    },
    async retry(id, atMost) {
      const outcome = await reset(writeDb, id, { atMost, uncounted });
      if (outcome === 'full') throw tooManyUnfinished(atMost);
      if (outcome === 'unknown') return false;
      await pTimeout(queue.remove(id), { milliseconds: QUEUE_WAIT, message: 'the queue did not answer in time' }).catch(() => {});
      await ship(id);
      return true;
    },
    list: (utente, limit) => list(writeDb, utente, limit),
    all: (asked) => all(writeDb, asked),
    ofKind: (asked) => ofKind(writeDb, asked),
    find: (id) => find(writeDb, id),
    remove: (id) => remove(writeDb, id),
    withdraw: (id) => withdraw(writeDb, id),
    hide: (id) => hide(writeDb, id),
    counts: () => count(writeDb),
    close: () => queue.close(),
  };
}

function check(definition: JobDefinition | undefined, { kind, data }: { kind: string; data: unknown }): void {
  if (!definition) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Operazione sconosciuta: ${kind}` });
  const read = definition.data.safeParse(data);
  if (read.success) return;
  throw new DomainError('RICHIESTA_NON_VALIDA', {
    errors: read.error.issues.map((i) => ({ campo: i.path.join('.'), messaggio: i.message })),
  });
}

/**
 * `riprova`: failed, to be tried again after a pause. `rimetti`: not done, the worker is stopping.
 * `wait`: an earlier one of its kind comes first.
 */
export type End = 'finito' | 'riprova' | 'rimetti' | 'wait';

/** Milliseconds between two looks for jobs whose worker gave no sign of life; it takes two to be sure. */
const STALLED_LOOK = 1500;
/** Milliseconds until a job looks again whether it is its turn. */
const TURN = 500;

export interface Consumption extends Addresses {
  /** Runs the job of that id; `last` when no other attempt follows. Never throws. */
  run(id: string, last: boolean): Promise<End>;
  periodic: readonly { name: string; every: number; run(): Promise<void> }[];
  concurrency: number;
  /** Milliseconds without a sign of life after which a job is taken from its worker. */
  lockDuration: number;
  log: Register;
}

export interface Consumer {
  /** Puts in the queue again what is not in it. */
  postpone(ids: readonly string[]): Promise<void>;
  /** True for a job the queue knows: waiting, delayed or in a worker's hands. */
  knows(id: string): Promise<boolean>;
  /** Takes no new job, has those in hand told to stop, and waits for them. */
  stop(interrupt: () => void): Promise<void>;
}

/** The doing side. */
export async function consume(consumption: Consumption): Promise<Consumer> {
  const { periodic: periodicRuns, log } = consumption;
  const queue = openQueue(consumption);
  queue.on('error', (error) => log.warn({ error: error.message }, 'queue of the jobs'));
  const worker = openWorker(consumption, async (job, token) => {
    const periodic = periodicRuns.find((p) => p.name === job.name);
    if (periodic) return periodic.run().catch((error: Error) => log.warn({ job: job.name, error: error.message }, 'periodic job'));
    const end = await consumption.run((job.data as { id: string }).id, job.attemptsMade + 1 >= (job.opts.attempts ?? 1));
    if (end === 'riprova') throw new Error('to be tried again');
    if (end === 'wait') {
      await job.moveToDelayed(Date.now() + TURN, token);
      throw new DelayedError();
    }
    if (end === 'rimetti') {
      await job.moveToWait(token);
      throw new WaitingError();
    }
  });
  worker.on('error', (error) => log.warn({ error: error.message }, 'worker of the jobs'));
  for (const { name, every } of periodicRuns) await queue.upsertJobScheduler(name, { every }, { name, opts: { attempts: 1 } });
  return {
    async postpone(ids) {
      for (const id of ids) await queue.add('processo', { id }, { jobId: id });
    },
    knows: async (id) => (await queue.getJob(id)) !== undefined,
    async stop(interrupt) {
      await worker.pause(true);
      interrupt();
      await worker.close();
      await queue.close();
    },
  };
}

type Works = (job: Pick<Job, 'name' | 'data' | 'attemptsMade' | 'opts' | 'moveToWait' | 'moveToDelayed'>, token?: string) => Promise<void>;

function openWorker(
  { redisUrl, postgresUrl, concurrency, lockDuration }: Consumption,
  works: Works,
): Pick<Worker, 'close' | 'on' | 'pause'> {
  // a worker that dies over and over on the same job is stopped by the row's count of attempts
  const options = { concurrency, lockDuration, stalledInterval: Math.min(lockDuration, STALLED_LOOK), maxStalledCount: ATTEMPTS };
  if (redisUrl) {
    const redis = connectRedis(redisUrl, null);
    return closedWith(new Worker(NAME, (job, token) => works(job, token), { connection: redis, ...options }), redis);
  }
  const { Worker: PgWorker } = withBackend(createPostgresBackend);
  return new PgWorker(NAME, (job, token) => works(job as unknown as Job, token), {
    connection: postgres(postgresUrl, 3),
    ...options,
  }) as unknown as Worker;
}
