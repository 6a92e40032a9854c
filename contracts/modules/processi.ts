export const PROCESSO_STATES = ['queued', 'running', 'done', 'error', 'annullato'] as const;
export type ProcessoState = (typeof PROCESSO_STATES)[number];

/** A job as the screens see it (`GET api/processi`). */
export interface Processo {
  id: string;
  /** Kind of job, e.g. `esporta-allegati`. */
  tipo: string;
  /** What a person calls it: "Zip allegati, 38 macchinari". */
  titolo: string;
  status: ProcessoState;
  /** 0 to 100. */
  progresso: number;
  /** It failed, and may succeed when it is tried again. */
  riprovabile: boolean;
  /** It is not finished and may be cancelled (`DELETE api/processi/ID`). */
  annullabile: boolean;
  /** Short-lived download name for `GET /file?file=NAME`, once done and while it lasts. */
  name: string | null;
  /** Why it failed, or what it is doing ("124 di 193 file"). */
  messaggio: string | null;
  utente: string;
  creato: string;
  finito: string | null;
  /** Until when its result, and it itself, are kept; `null` while it is not finished. */
  scade: string | null;
}
