import type { JsonObject } from '../../core/events.ts';
import { countOf } from '../../core/formats.ts';
import type { DossierOfSite, DossierOfWorker } from './dossier-facts.ts';

const head = (what: string, day: string, whom: string | null): string => `${what}al ${day}${whom ? `, per ${whom}` : ''}: `;

const group = (names: readonly string[] = [], one: string, many: string): string =>
  names.length === 0 ? '' : countOf(names.length, one, many);

/** "al 2026-02-03, per Impresa Alfa: 2 lavoratori, 7 file". */
export function wordsOfSite(told: DossierOfSite): string {
  const parts = [
    group(told.dossierLavoratori, 'lavoratore', 'lavoratori'),
    group(told.dossierMacchinari, 'macchinario', 'macchinari'),
    `${told.dossierFile} file`,
    told.dossierSanitari === 1 ? 'con il giudizio di idoneità' : '',
  ];
  return head('', told.dossierGiorno, told.dossierDestinatario) + parts.filter(Boolean).join(', ');
}

/** "del cantiere C001 al 2026-02-03, per Impresa Alfa: Unilav, Corso Base". */
export const wordsOfWorker = (told: Omit<DossierOfWorker, 'dossierTesto'>): string =>
  head(`del cantiere ${told.dossierCantiere} `, told.dossierGiorno, told.dossierDestinatario) +
  (told.dossierDocumenti.join(', ') || 'solo lo stato dei documenti');

/** Returns the sentence of a worker's history, as it was put into words when the dossier was made. */
export const sentenceOfWorker = ({ dossierTesto }: JsonObject): string => `ha preparato il dossier ${String(dossierTesto)}`;

/** Returns the sentence of a site's history. It counts people and names nobody, since whoever sees the site alone reads it. */
export const sentenceOfSite = (told: JsonObject): string => `ha preparato il dossier ${wordsOfSite(told as unknown as DossierOfSite)}`;
