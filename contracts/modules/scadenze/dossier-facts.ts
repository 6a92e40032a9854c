/** Types of the events for a created dossier, in the streams of the site and of each worker whose documents it contains. */
export const DOSSIER_EVENTS = {
  cantiere: 'DossierCantierePreparato.v1',
  lavoratore: 'DossierLavoratorePreparato.v1',
} as const;

/** Name of the command that records both events. */
export const DOSSIER = 'dossier';

/** Data of the site's event. No field of a record and no document kind can have these names. */
export interface DossierOfSite {
  /** Only in older events: a text with people's names, which is not shown. */
  dossierTesto?: string | undefined;
  dossierGiorno: string;
  /** Recipient, as entered by the person. */
  dossierDestinatario: string | null;
  dossierLavoratori: string[];
  dossierMacchinari: string[];
  /** Number of files. */
  dossierFile: number;
  /** 1: includes the judgement of fitness. */
  dossierSanitari: 0 | 1;
}

export interface DossierOfWorker {
  dossierTesto: string;
  dossierCantiere: string;
  dossierGiorno: string;
  dossierDestinatario: string | null;
  /** Names of the worker's documents in the dossier. */
  dossierDocumenti: string[];
  dossierSanitari: 0 | 1;
}
