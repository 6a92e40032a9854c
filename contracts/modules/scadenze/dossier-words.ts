import type { JsonObject } from '../../core/events.ts';
import { countOf } from '../../core/formats.ts';
import type { DossierOfSite, DossierOfWorker } from './dossier-facts.ts';

const head = (what: string, day: string, whom: string | null): string => `${what}al ${day}${whom ? `, per ${whom}` : ''}: `;

const group = (names: readonly string[] = [], one: string, many: string): string =>
  names.length === 0 ? '' : countOf(names.length, one, many);

/** Returns the text of a site's dossier: "al 2026-02-03, per Impresa Alfa: 2 lavoratori, 7 file". */
export function wordsOfSite(dossier: DossierOfSite): string {
  const parts = [
    group(dossier.dossierLavoratori, 'lavoratore', 'lavoratori'),
    group(dossier.dossierMacchinari, 'macchinario', 'macchinari'),
    `${dossier.dossierFile} file`,
    dossier.dossierSanitari === 1 ? 'con il giudizio di idoneità' : '',
  ];
  return head('', dossier.dossierGiorno, dossier.dossierDestinatario) + parts.filter(Boolean).join(', ');
}

/** Returns the text of a worker's dossier: "del cantiere C001 al 2026-02-03, per Impresa Alfa: Unilav, Corso Base". */
export const wordsOfWorker = (told: Omit<DossierOfWorker, 'dossierTesto'>): string =>
  head(`del cantiere ${told.dossierCantiere} `, told.dossierGiorno, told.dossierDestinatario) +
  (told.dossierDocumenti.join(', ') || 'solo lo stato dei documenti');

/** Returns the sentence of a worker's history, from the text that was recorded when the dossier was created. */
export const sentenceOfWorker = ({ dossierTesto }: JsonObject): string => `ha preparato il dossier ${String(dossierTesto)}`;

/** Returns the sentence of a site's history. It has only counts of people, since readers of the site may not see workers. */
export const sentenceOfSite = (told: JsonObject): string => `ha preparato il dossier ${wordsOfSite(told as unknown as DossierOfSite)}`;
