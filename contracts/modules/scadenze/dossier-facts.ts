/** A dossier was made: the facts, in the stream of the site and in that of each worker whose documents are in it. */
export const DOSSIER_EVENTS = {
  cantiere: 'DossierCantierePreparato.v1',
  lavoratore: 'DossierLavoratorePreparato.v1',
} as const;

/** The command that records either. */
export const DOSSIER = 'dossier';

/** Names that no field of a record has: nor can a kind of document be called so. */
export interface DossierOfSite {
  /** Only in older events: words with names, which are shown to nobody. */
  dossierTesto?: string | undefined;
  dossierGiorno: string;
  /** To whom it is sent, as it was told. */
  dossierDestinatario: string | null;
  dossierLavoratori: string[];
  dossierMacchinari: string[];
  /** How many files. */
  dossierFile: number;
  /** 1: with the judgement of fitness. */
  dossierSanitari: 0 | 1;
}

export interface DossierOfWorker {
  dossierTesto: string;
  dossierCantiere: string;
  dossierGiorno: string;
  dossierDestinatario: string | null;
  /** What of the worker is in it, by name. */
  dossierDocumenti: string[];
  dossierSanitari: 0 | 1;
}
