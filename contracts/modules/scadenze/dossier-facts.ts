import type { JsonObject } from '../../core/events.ts';

/** A dossier was made: the facts, in the stream of the site and in that of each worker whose documents are in it. */
export const DOSSIER_EVENTS = {
  cantiere: 'DossierCantierePreparato.v1',
  lavoratore: 'DossierLavoratorePreparato.v1',
} as const;

/** The command that records either. */
export const DOSSIER = 'dossier';

/** Names that no field of a record has: nor can a kind of document be called so. */
export interface DossierOfSite {
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
  dossierCantiere: string;
  dossierGiorno: string;
  dossierDestinatario: string | null;
  /** What of the worker is in it, by name. */
  dossierDocumenti: string[];
  dossierSanitari: 0 | 1;
}

/** "…", and for whom. */
const head = (what: string, day = '', whom: string | null = null): string =>
  `ha preparato il dossier ${what}al ${day.split('-').toReversed().join('/')}${whom ? `, per ${whom}` : ''}: `;

export function siteDossierSentence(data: JsonObject): string {
  const {
    dossierGiorno,
    dossierDestinatario,
    dossierLavoratori = [],
    dossierMacchinari = [],
    dossierFile = 0,
    dossierSanitari,
  } = data as unknown as Partial<DossierOfSite>;
  const parts = [
    group(dossierLavoratori, 'lavoratore', 'lavoratori'),
    group(dossierMacchinari, 'macchinario', 'macchinari'),
    `${dossierFile} file`,
    dossierSanitari ? 'con il giudizio di idoneità' : '',
  ];
  return head('', dossierGiorno, dossierDestinatario) + parts.filter(Boolean).join(', ');
}

const group = (names: readonly string[], one: string, many: string): string =>
  names[0] === undefined ? '' : `${names.length} ${names.length === 1 ? one : many} (${names.join(', ')})`;

export function workerDossierSentence(data: JsonObject): string {
  const { dossierCantiere, dossierGiorno, dossierDestinatario, dossierDocumenti = [] } = data as unknown as Partial<DossierOfWorker>;
  return (
    head(`del cantiere ${dossierCantiere} `, dossierGiorno, dossierDestinatario) +
    (dossierDocumenti.join(', ') || 'solo lo stato dei documenti')
  );
}
