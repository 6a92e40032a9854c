import type { AccessKind } from '../core/access-kinds.ts';

/** A row of `GET api/amministrazione/accessi`. */
export interface AccessRow {
  id: string;
  /** ISO instant. */
  quando: string;
  tipo: AccessKind;
  utente: string | null;
  indirizzo: string | null;
  /** The API call, or the data that left the portal, in words. */
  cosa: string;
  /** Number of documents, rows or cards; `null` where nothing is counted. */
  quanti: number | null;
}

/** Columns by which the trail can be filtered, with the kind of their conditions; `quando` by its day in Rome. */
export const ACCESS_COLUMNS = {
  quando: 'date',
  utente: 'choices',
  tipo: 'choices',
  cosa: 'text',
  quanti: 'number',
  indirizzo: 'text',
} as const;

/** Labels of the kinds of entries, for the list and its file. */
export const ACCESS_NAMES: Readonly<Record<AccessKind, string>> = {
  accesso: 'Accesso',
  'password-errata': 'Password errata',
  'codice-errato': 'Codice errato',
  blocco: 'Blocco',
  rifiuto: 'Rifiuto',
  consultazione: 'Consultazione',
  uscita: 'Uscita',
  'vedi-come': 'Vedi come',
  'secondo-fattore': 'Secondo fattore',
  conferma: 'Conferma',
  passkey: 'Passkey',
  'passkey-errata': 'Passkey rifiutata',
  revoca: 'Sessione chiusa',
  documento: 'Documento aperto',
  zip: 'Zip',
  esportazione: 'Esportazione',
  stampa: 'Stampa',
  scaricamento: 'Scaricamento',
  operazione: 'Operazione',
  rimozione: 'Rimozione',
};
