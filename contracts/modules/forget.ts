import type { JsonObject } from '../core/events.ts';

/** Event by which a worker is forgotten, in the worker's stream. It holds no personal value. */
export const FORGET_EVENT = 'LavoratoreDimenticato.v1';

/** Returns what surname and name of a forgotten worker read as: "Lavoratore 1187". */
export const forgottenNames = (matricola: string): { cognome: string; nome: string } => ({ cognome: 'Lavoratore', nome: matricola });

/** Returns the name of a forgotten worker in one text. */
export const forgottenName = (matricola: string): string => {
  const { cognome, nome } = forgottenNames(matricola);
  return `${cognome} ${nome}`;
};

/** Data of the event, beside the matricola. */
export interface Forgotten {
  /** Day on which the worker was forgotten. */
  dimenticato: string;
  /** Why retention forbade it, where it was forced; otherwise `null`. */
  dimenticatoNonostante: string | null;
}

/** Returns the sentence of the event in the history, to follow the person's name. */
export function forgottenSentence(data: JsonObject): string {
  const { dimenticatoNonostante: despite } = data as unknown as Partial<Forgotten>;
  return `ha dimenticato la persona${despite ? `, nonostante la conservazione: ${despite}` : ''}`;
}

/** Records of a register whose texts name the worker; these texts stay. */
export interface NamedIn {
  tabella: string;
  /** Plural of the register's records, with a capital letter. */
  etichetta: string;
  totale: number;
  /** Some of the records, by key and the label of the field. */
  esempi: { id: string | number; campo: string }[];
}

/** Data of `GET api/personale/dimentica`: what forgetting a worker deletes, what stays, and why it is refused. */
export interface ForgetPreview {
  matricola: string;
  /** Day on which the worker was forgotten; `null` otherwise. */
  dimenticato: string | null;
  va: {
    /** Personal fields of the worker that have a value now. */
    campi: number;
    /** Personal values that the event log holds of the worker, those of today too. */
    valori: number;
    /** Documents and photos in the archive now. */
    documenti: number;
    /** Replaced and deleted versions of files. */
    copie: number;
    /** Files of finished jobs, such as exports and dossiers, of everybody. */
    risultati: number;
    /** Operators who are this worker. */
    operatori: string[];
  };
  /** Texts that name the worker and stay. */
  nominato: NamedIn[];
  /** Italian sentences on what stays of the worker. */
  resta: string[];
  /** Why the call is refused without `forzata`; `null` if it is not. */
  rifiuto: string | null;
  /** Last day on which the worker must be kept; `null` if there is none. */
  conserva_fino: string | null;
  /** Warnings to the person who asks, in Italian sentences. */
  avvisi: string[];
}

/** Answer of `POST api/personale/dimentica`. */
export interface ForgetStarted {
  jobId: string;
}
