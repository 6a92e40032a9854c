import { DomainError } from '#contracts/core/errors.ts';
import type { ContestoJob, GestoreJob } from '#contracts/ports/job-queue.ts';
import type { DefinizioneJob } from '#contracts/jobs/define-job.ts';
import { avanza, comincia, fallisci, riesci, rimetti, type RigaProcesso, type Scritture } from './processi.ts';
import type { Fine, Registro } from './bullmq.ts';

export interface JobPronto {
  definizione: DefinizioneJob;
  gestore: GestoreJob;
}

export interface Esecutore {
  scritture: Scritture;
  jobs: ReadonlyMap<string, JobPronto>;
  /** Aborted when the worker is stopping. */
  spegnimento: AbortSignal;
  log: Registro;
}

/** Progress is written at most this often, in milliseconds; the last word always is. */
const PAUSA_PROGRESSO = 250;

/** Runs one job and records how it went; what the queue has to do with it is the answer. */
export async function eseguiProcesso(e: Esecutore, id: string, ultimo: boolean): Promise<Fine> {
  if (e.spegnimento.aborted) return 'rimetti';
  const riga = await comincia(e.scritture, id);
  if (!riga) return 'finito';
  const job = e.jobs.get(riga.tipo);
  const dati = job?.definizione.dati.safeParse(riga.dati);
  if (!job || !dati?.success) {
    await fallisci(e.scritture, id, 'Operazione sconosciuta a questa versione del portale.');
    return 'finito';
  }
  const progresso = contaProgresso(e.scritture, id);
  try {
    const esito = await job.gestore(contesto(riga, dati.data, e.spegnimento, progresso.segna));
    await progresso.fine();
    await riesci(e.scritture, id, esito);
    return 'finito';
  } catch (error) {
    await progresso.fine();
    return dopoErrore(e, riga, ultimo, error);
  }
}

async function dopoErrore({ scritture, spegnimento, log }: Esecutore, riga: RigaProcesso, ultimo: boolean, error: unknown): Promise<Fine> {
  if (spegnimento.aborted) {
    await rimetti(scritture, riga.id, null, false);
    return 'rimetti';
  }
  const { id, tipo, correlation_id: correlationId } = riga;
  const { name, code, stack } = error as NodeJS.ErrnoException;
  // messages of errors can hold names and paths: places in the code do not
  log.error({ processo: id, tipo, correlationId, errore: name, code, stack: stack?.split('\n').filter((r) => /^\s+at /.test(r)).slice(0, 8) }, 'processo fallito');
  if (ultimo || permanente(error)) {
    await fallisci(scritture, id, perche(error));
    return 'finito';
  }
  await rimetti(scritture, id, `Non riuscito, si riprova: ${perche(error)}`, true);
  return 'riprova';
}

const contesto = (riga: RigaProcesso, dati: ContestoJob['dati'], signal: AbortSignal, progresso: ContestoJob['progresso']): ContestoJob =>
  ({ id: riga.id, dati, utente: riga.utente, groupID: riga.group_id, signal, progresso });

/** What breaks a rule breaks it again. */
function permanente(error: unknown): boolean {
  return error instanceof DomainError && error.status < 500;
}

function perche(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'Non c’è più spazio su disco per il risultato.';
  return `Errore imprevisto durante l’elaborazione${code ? ` (${code})` : ''}.`;
}

/** Writes the newest progress, seldom, one write at a time. */
function contaProgresso(scritture: Scritture, id: string) {
  let atteso: { percento: number; messaggio: string | null } | null = null;
  let ultima = 0;
  const scrivi = async () => {
    if (!atteso) return;
    const { percento, messaggio } = atteso;
    atteso = null;
    ultima = Date.now();
    await avanza(scritture, id, Math.max(0, Math.min(99, Math.floor(percento))), messaggio);
  };
  return {
    async segna(percento: number, messaggio?: string) {
      atteso = { percento, messaggio: messaggio ?? null };
      if (Date.now() - ultima >= PAUSA_PROGRESSO) await scrivi();
    },
    fine: scrivi,
  };
}
