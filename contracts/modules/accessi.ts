import type { AccessKind } from '../core/access-kinds.ts';

/** A row of `GET api/amministrazione/accessi`. */
export interface AccessRow {
  id: string;
  /** ISO instant. */
  quando: string;
  tipo: AccessKind;
  utente: string | null;
  indirizzo: string | null;
  /** What it was: the call, or what went out, in words. */
  cosa: string;
  /** Documents, rows or cards; `null` where it is no number of things. */
  quanti: number | null;
}

/** What a kind is called, in the list and in its file. */
export const ACCESS_NAMES: Readonly<Record<AccessKind, string>> = {
  accesso: 'Accesso',
  'password-errata': 'Password errata',
  blocco: 'Blocco',
  rifiuto: 'Rifiuto',
  consultazione: 'Consultazione',
  uscita: 'Uscita',
  revoca: 'Sessione chiusa',
  documento: 'Documento aperto',
  zip: 'Zip',
  esportazione: 'Esportazione',
  stampa: 'Stampa',
  scaricamento: 'Scaricamento',
  operazione: 'Operazione',
  rimozione: 'Rimozione',
};
