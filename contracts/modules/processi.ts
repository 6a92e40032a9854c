export const PROCESSO_STATES = ['queued', 'running', 'done', 'error', 'annullato'] as const;
export type ProcessoState = (typeof PROCESSO_STATES)[number];

/** A job as listed by `GET api/processi`. */
export interface Processo {
  id: string;
  /** Kind of job, e.g. `esporta-allegati`. */
  tipo: string;
  /** Title for people: "Zip allegati, 38 macchinari". */
  titolo: string;
  status: ProcessoState;
  /** 0 to 100. */
  progresso: number;
  /** The job failed and may succeed if retried. */
  riprovabile: boolean;
  /** The job is not finished and may be cancelled (`DELETE api/processi/ID`). */
  annullabile: boolean;
  /** Short-lived download name for `GET /file?file=NAME`, once the job is done and as long as the result is kept. */
  name: string | null;
  /** Reason of the failure, or current progress ("124 di 193 file"). */
  messaggio: string | null;
  utente: string;
  creato: string;
  finito: string | null;
  /** Records that a change of many has done and refused so far; absent for other kinds. */
  fatti?: number;
  rifiutati?: number;
  /** End of retention of the job and its result; `null` while the job is not finished. */
  scade: string | null;
}
