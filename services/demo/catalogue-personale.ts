import { flagOf, numberOf, readTable } from './tables.ts';

/** Invented people; their names, places and dates belong to nobody. */

/** A job role, with the share of its workers (0 to 1) who hold each document, in addition to the documents for all. */
export interface MansioneDemo {
  descrizione: string;
  /** Share of the role among the workers, in percent. */
  quota: number;
  abilitazioni: Readonly<Record<string, number>>;
  /** Least age in years at which a worker can have the role. */
  daAnni?: number;
  /** Hourly pay in cents. */
  paga: number;
  /** Commessa of a role that works on no site; `null` for roles on sites. */
  sede: string | null;
}

/** Share of a role's workers (0 to 1) who hold a document, by role; `tutti` means all roles. */
const HELD = Map.groupBy(readTable('documenti-lavoratori', ['mansione', 'documento', 'frequenza']), ({ mansione }) => mansione);
const heldBy = (mansione: string): Readonly<Record<string, number>> =>
  Object.fromEntries((HELD.get(mansione) ?? []).map(({ documento, frequenza }) => [documento, numberOf(frequenza)]));

export const MANSIONI_DEMO: readonly MansioneDemo[] = readTable('mansioni', ['mansione', 'su_cento', 'da_anni', 'cent_ora', 'dove']).map(
  ({ mansione, su_cento, da_anni, cent_ora, dove }) => ({
    descrizione: mansione,
    quota: numberOf(su_cento),
    abilitazioni: heldBy(mansione),
    ...(da_anni ? { daAnni: numberOf(da_anni) } : {}),
    paga: numberOf(cent_ora),
    sede: dove === 'cantieri' ? null : dove,
  }),
);

/** Documents that everyone must have; not all have come in. */
export const FOR_ALL = heldBy('tutti');

const NAMES = Map.groupBy(readTable('nomi', ['origine', 'parte', 'nome']), ({ origine, parte }) => `${origine} ${parte}`);
const namesOf = (origine: string, kind: string): readonly string[] => NAMES.get(`${origine} ${kind}`)!.map(({ nome }) => nome);

/** First names, surnames and birthplaces by origin. People from outside the European Union need a permit of stay. */
export const ORIGINS = readTable('origini', ['origine', 'su_cento', 'permesso']).map(({ origine, su_cento, permesso }) => ({
  luoghi: namesOf(origine, 'luogo'),
  permesso: flagOf(permesso),
  quota: numberOf(su_cento),
  nomi: namesOf(origine, 'nome'),
  cognomi: namesOf(origine, 'cognome'),
}));
