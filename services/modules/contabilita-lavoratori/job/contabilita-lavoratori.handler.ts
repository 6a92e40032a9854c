import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fraseAnomalia } from '#contracts/modules/contabilita/codes.ts';
import { contabilitaElaborata } from '#contracts/modules/contabilita/event.ts';
import { fileContabilita, errorFile } from '#contracts/modules/contabilita/names.ts';
import { UPLOADS, type ProcessoResult } from '#contracts/modules/contabilita/processi.ts';
import { INPUT_FILES } from '#contracts/modules/contabilita/result.ts';
import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import type { JobContext, JobOutcome, JobHandler } from '#contracts/ports/job-queue.ts';
import type { FileReading } from '#contracts/ports/file-reading.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import { recordOnce } from './record-once.ts';
import { faultEntry } from './elabora.ts';
import { Fault } from './fault.ts';
import type { Order, Outcome } from './outcome.ts';
import { refusedInMemory } from './refused-rows.ts';
import { runProcess } from './run-process.ts';
import { readSites } from './sites.ts';
import { failure, writeFailure } from './write-results.ts';

interface Needs {
  lists: ListReader;
  /** Event log that records the outcome. */
  store: EventStore;
  resultsFolder: string;
  /** Log of unexpected errors, without names or contents. */
  log?: { error(data: object, text: string): void };
  run?: typeof runProcess;
  /** Limits how many files from outside are read at once. */
  reading: Pick<FileReading, 'turn'>;
}

type JobData = ReturnType<(typeof contabilitaLavoratori)['data']['parse']>;

/** Number of the attempt that fails without running, since two earlier attempts were interrupted. */
const TOO_OFTEN = 3;

/**
 * Creates the handler that runs one accounting. The handler throws only when the portal stops; any other failure ends the job with a reason
 * and a report.
 */
export function contabilitaLavoratoriHandler({ lists, store, resultsFolder, log, reading, run = runProcess }: Needs): JobHandler {
  const uploadsOf = (data: JobData): string[] => INPUT_FILES.map((file) => join(resultsFolder, UPLOADS, data[file].caricato));
  const runJob = async (context: JobContext): Promise<JobOutcome> => {
    const data = contabilitaLavoratori.data.parse(context.data);
    const uploads = uploadsOf(data);
    const order = orderFor(data, uploads, join(resultsFolder, context.id));
    const outcome = await attempt(order, context, { lists, run, log, reading });
    await recordOnce(store, context, {
      stream: `${contabilitaLavoratori.kind}-${data.numero}`,
      ...contabilitaElaborata(data.numero, data, outcome),
      at: data.quando,
    });
    const afterwards = async () => void (await Promise.all(uploads.map((path) => rm(path, { force: true }))));
    return { ...toOutcome(data, outcome), afterwards };
  };
  const takeBack = async ({ data }: JobContext): Promise<void> =>
    void (await Promise.all(uploadsOf(contabilitaLavoratori.data.parse(data)).map((path) => rm(path, { force: true }))));
  return Object.assign(runJob, { takeBack });
}

function orderFor(
  { bilMovDip, ripartizioni, contiEconomici }: JobData,
  [first = '', second = '']: readonly string[],
  results: string,
): Omit<Order, 'sites'> {
  return { bilMovDip: first, ripartizioni: second, inputFiles: { bilMovDip, ripartizioni }, contiEconomici, results };
}

async function attempt(
  order: Omit<Order, 'sites'>,
  context: JobContext,
  { lists, run, log, reading }: Required<Pick<Needs, 'lists' | 'run' | 'reading'>> & Pick<Needs, 'log'>,
): Promise<Outcome> {
  const { signal, attempt: times = 1, utente, progress } = context;
  try {
    // The files of a job are deleted at its end, so a failed job that is started again has none.
    if (times >= TOO_OFTEN || ![order.bilMovDip, order.ripartizioni].every((path) => existsSync(path))) throw new Fault('INTERROTTO');
    const sites = await readSites(lists, utente, signal);
    const report = (percent: number, text: string): void => void progress(percent, text).catch(() => {});
    return await reading.turn(utente, () => run({ ...order, sites }, { signal, progress: report }), signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof Fault)) {
      const { name, code, stack } = error as NodeJS.ErrnoException;
      log?.error(
        {
          job: context.id,
          correlationId: context.correlationId,
          error: name,
          code,
          stack: stack
            ?.split('\n')
            .filter((r) => /^\s+at /.test(r))
            .slice(0, 8),
        },
        'worker accounting failed',
      );
    }
    return failedOutcome(error, order, signal);
  }
}

async function failedOutcome(error: unknown, order: Omit<Order, 'sites'>, signal: AbortSignal): Promise<Outcome> {
  const fault = error instanceof Fault ? error : new Fault('ERRORE_INTERNO');
  const blocked = { esito: 'errore', entries: [faultEntry(fault)], refused: refusedInMemory() } as const;
  return writeFailure(blocked, { ...order, sites: {} }, signal).catch(() => failure(fault.codice, fraseAnomalia(fault.codice)));
}

function toOutcome({ numero }: JobData, outcome: Outcome): JobOutcome {
  const { esito, codice, messaggio, mesi, importabile, errori, files } = outcome;
  const named = files.map(({ tipo, path, byte }) => ({
    filename: esito === 'errore' ? errorFile(numero) : fileContabilita(tipo, { numero, mesi, importabile }),
    tipo,
    byte,
    path,
  }));
  const result: ProcessoResult = {
    esito,
    codice,
    mesi,
    errori,
    files: named.map(({ filename, tipo, byte }) => ({ filename, tipo, byte })),
  };
  const [book, ...others] = named;
  return {
    ...(book ? { file: book.path, fileName: book.filename } : {}),
    otherFiles: others.map(({ path }) => path),
    message: messaggio,
    data: { ...result },
    failed: esito === 'errore',
  };
}
