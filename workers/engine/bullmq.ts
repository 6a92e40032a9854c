import { randomUUID } from 'node:crypto';
import { createPostgresBackend, Queue, WaitingError, withBackend, Worker, type Job } from 'bullmq';
import { DomainError } from '#contracts/core/errors.ts';
import { definizioneJob } from '#contracts/jobs/index.ts';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import { azzera, conta, inserisci, type Scritture } from './processi.ts';

/** Redis where its address is given, else PostgreSQL. */
export interface Indirizzi {
  postgresUrl?: string | undefined;
  redisUrl?: string | undefined;
}

/** What is worth a line in the log; pino's loggers fit. */
export interface Registro {
  warn(dati: object, testo: string): void;
  error(dati: object, testo: string): void;
}

const NOME = 'processi';
/** Schema of BullMQ's own tables in PostgreSQL. */
const SCHEMA = 'coda';
export const TENTATIVI = 3;
const PAUSA = { type: 'exponential', delay: 2000 } as const;
/** How long the asking side waits for the queue: the row is there, and the workers look for it. */
const ATTESA_CODA = 3000;

// the queue carries ids only and forgets them at once: rows are the truth
const OPZIONI = { removeOnComplete: true, removeOnFail: true, attempts: TENTATIVI, backoff: PAUSA };

type Coda = Pick<Queue, 'add' | 'remove' | 'getJob' | 'close' | 'upsertJobScheduler' | 'waitUntilReady'> & { on(evento: 'error', fai: (error: Error) => void): unknown };

function apriCoda({ postgresUrl, redisUrl }: Indirizzi): Coda {
  if (redisUrl) return new Queue(NOME, { connection: { url: redisUrl, maxRetriesPerRequest: 3 }, defaultJobOptions: OPZIONI });
  const { Queue: PgQueue } = withBackend(createPostgresBackend);
  return new PgQueue(NOME, { connection: postgres(postgresUrl, 2), defaultJobOptions: OPZIONI }) as unknown as Coda;
}

function postgres(connectionString: string | undefined, max: number) {
  if (!connectionString) throw new Error('the job queue needs a PostgreSQL or a Redis address');
  return { connectionString, schema: SCHEMA, max, migrate: true, application_name: 'strato-coda' };
}

/** The asking side. A queue that cannot be reached loses nothing: the row waits for the workers' next look. */
export async function codaBullmq({ scritture, log, ...indirizzi }: Indirizzi & { scritture: Scritture; log?: Registro }): Promise<JobQueue> {
  const coda = apriCoda(indirizzi);
  coda.on('error', (error) => log?.warn({ errore: error.message }, 'coda dei processi'));
  // its tables are made now or not at all; Redis may come later
  if (!indirizzi.redisUrl) await coda.waitUntilReady();
  const spedisci = (id: string) =>
    entro(coda.add('processo', { id }, { jobId: id }), ATTESA_CODA).catch((error: Error) => log?.warn({ processo: id, errore: error.message }, 'processo non ancora in coda'));
  return {
    async accoda(richiesta) {
      verifica(richiesta);
      const id = randomUUID();
      await inserisci(scritture, id, richiesta);
      await spedisci(id);
      return id;
    },
    async riprova(id) {
      if (!(await azzera(scritture, id))) return false;
      await entro(coda.remove(id), ATTESA_CODA).catch(() => {});
      await spedisci(id);
      return true;
    },
    conteggi: () => conta(scritture),
    close: () => coda.close(),
  };
}

function verifica({ tipo, dati }: { tipo: string; dati: unknown }): void {
  const definizione = definizioneJob(tipo);
  if (!definizione) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: `Operazione sconosciuta: ${tipo}` });
  const letti = definizione.dati.safeParse(dati);
  if (letti.success) return;
  throw new DomainError('RICHIESTA_NON_VALIDA', { errors: letti.error.issues.map((i) => ({ campo: i.path.join('.'), messaggio: i.message })) });
}

/** `riprova`: failed, to be tried again after a pause. `rimetti`: not done, the worker is stopping. */
export type Fine = 'finito' | 'riprova' | 'rimetti';

export interface Consumo extends Indirizzi {
  /** Runs the job of that id; `ultimo` when no other attempt follows. Never throws. */
  esegui(id: string, ultimo: boolean): Promise<Fine>;
  periodici: readonly { nome: string; ogni: number; esegui(): Promise<void> }[];
  concorrenza: number;
  /** Milliseconds without a sign of life after which a job is taken from its worker. */
  scadenzaBlocco: number;
  log: Registro;
}

export interface Consumatore {
  /** Puts in the queue again what is not in it. */
  rimanda(ids: readonly string[]): Promise<void>;
  /** True for a job the queue knows: waiting, delayed or in a worker's hands. */
  conosce(id: string): Promise<boolean>;
  /** Takes no new job, has those in hand told to stop, and waits for them. */
  ferma(interrompi: () => void): Promise<void>;
}

/** The doing side. */
export async function consuma(consumo: Consumo): Promise<Consumatore> {
  const { periodici, log } = consumo;
  const coda = apriCoda(consumo);
  coda.on('error', (error) => log.warn({ errore: error.message }, 'coda dei processi'));
  const worker = apriWorker(consumo, async (job, token) => {
    const periodico = periodici.find((p) => p.nome === job.name);
    if (periodico) return periodico.esegui().catch((error: Error) => log.warn({ lavoro: job.name, errore: error.message }, 'lavoro periodico'));
    const fine = await consumo.esegui((job.data as { id: string }).id, job.attemptsMade + 1 >= (job.opts.attempts ?? 1));
    if (fine === 'riprova') throw new Error('to be tried again');
    if (fine === 'rimetti') {
      await job.moveToWait(token);
      throw new WaitingError();
    }
  });
  worker.on('error', (error) => log.warn({ errore: error.message }, 'lavoratore dei processi'));
  for (const { nome, ogni } of periodici) await coda.upsertJobScheduler(nome, { every: ogni }, { name: nome, opts: { attempts: 1 } });
  return {
    async rimanda(ids) {
      for (const id of ids) await coda.add('processo', { id }, { jobId: id });
    },
    conosce: async (id) => (await coda.getJob(id)) !== undefined,
    async ferma(interrompi) {
      await worker.pause(true);
      interrompi();
      await worker.close();
      await coda.close();
    },
  };
}

type Lavora = (job: Pick<Job, 'name' | 'data' | 'attemptsMade' | 'opts' | 'moveToWait'>, token?: string) => Promise<void>;

function apriWorker({ redisUrl, postgresUrl, concorrenza, scadenzaBlocco }: Consumo, lavora: Lavora): Pick<Worker, 'close' | 'on' | 'pause'> {
  // a worker that dies over and over on the same job is stopped by the row's count of attempts
  const opzioni = { concurrency: concorrenza, lockDuration: scadenzaBlocco, stalledInterval: scadenzaBlocco, maxStalledCount: TENTATIVI };
  if (redisUrl) return new Worker(NOME, (job, token) => lavora(job, token), { connection: { url: redisUrl, maxRetriesPerRequest: null }, ...opzioni });
  const { Worker: PgWorker } = withBackend(createPostgresBackend);
  return new PgWorker(NOME, (job, token) => lavora(job as unknown as Job, token), { connection: postgres(postgresUrl, 3), ...opzioni }) as unknown as Worker;
}

async function entro<T>(promessa: Promise<T>, ms: number): Promise<T> {
  let orologio: NodeJS.Timeout | undefined;
  const tardi = new Promise<never>((_, rifiuta) => {
    orologio = setTimeout(() => rifiuta(new Error('the queue did not answer in time')), ms);
  });
  return Promise.race([promessa, tardi]).finally(() => clearTimeout(orologio));
}
