import { flagOf, numberOf, readTable } from './tables.ts';

/** Invented people; their names, places and dates belong to nobody. */

/** A job role with the documents that come with it, beside those of everyone: how often, of 1. */
export interface MansioneDemo {
  descrizione: string;
  /** Of every hundred workers. */
  quota: number;
  abilitazioni: Readonly<Record<string, number>>;
  /** Least age in years. */
  daAnni?: number;
  /** Cents an hour. */
  paga: number;
  /** Commessa of a role that works on no site; `null` for roles on sites. */
  sede: string | null;
}

/** Share of each role's workers with a document, of 1; `tutti` is everyone. */
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

/** First names and surnames by where one comes from; who comes from outside the Union has a permit of stay. */
export const ORIGINS = readTable('origini', ['origine', 'su_cento', 'permesso']).map(({ origine, su_cento, permesso }) => ({
  luoghi: namesOf(origine, 'luogo'),
  permesso: flagOf(permesso),
  quota: numberOf(su_cento),
  nomi: namesOf(origine, 'nome'),
  cognomi: namesOf(origine, 'cognome'),
}));
