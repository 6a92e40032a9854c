import { italianDay } from '../../core/dates.ts';
import type { JsonObject } from '../../core/events.ts';
import { countOf } from '../../core/formats.ts';

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

const to = (whom: string | null | undefined): string => (whom ? `, per ${whom}` : '');
const on = (giorno: string | undefined): string => italianDay(giorno ?? '');

export function siteDossierSentence(data: JsonObject): string {
  const told = data as unknown as Partial<DossierOfSite>;
  const parts = [
    group(told.dossierLavoratori, 'lavoratore', 'lavoratori'),
    group(told.dossierMacchinari, 'macchinario', 'macchinari'),
    `${told.dossierFile ?? 0} file`,
    ...(told.dossierSanitari === 1 ? ['con il giudizio di idoneità'] : []),
  ];
  return `ha preparato il dossier al ${on(told.dossierGiorno)}${to(told.dossierDestinatario)}: ${parts.filter(Boolean).join(', ')}`;
}

const group = (names: readonly string[] = [], one: string, many: string): string =>
  names.length === 0 ? '' : `${countOf(names.length, one, many)} (${names.join(', ')})`;

export function workerDossierSentence(data: JsonObject): string {
  const { dossierCantiere, dossierGiorno, dossierDestinatario, dossierDocumenti = [] } = data as unknown as Partial<DossierOfWorker>;
  const what = dossierDocumenti.length === 0 ? 'solo lo stato dei documenti' : dossierDocumenti.join(', ');
  return `ha preparato il dossier del cantiere ${dossierCantiere ?? ''} al ${on(dossierGiorno)}${to(dossierDestinatario)}: ${what}`;
}
