import { countOf } from '../../core/formats.ts';
import type { DossierOfSite, DossierOfWorker } from './dossier-facts.ts';

const head = (what: string, day: string, whom: string | null): string => `${what}al ${day}${whom ? `, per ${whom}` : ''}: `;

const group = (names: readonly string[], one: string, many: string): string =>
  names.length === 0 ? '' : `${countOf(names.length, one, many)} (${names.join(', ')})`;

/** "al 2026-02-03, per Impresa Alfa: 2 lavoratori (101, 102), 7 file". */
export function wordsOfSite(told: Omit<DossierOfSite, 'dossierTesto'>): string {
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
