import type { PreviewRow } from '../core/change-together.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '../core/permissions.ts';
import type { Values } from '../core/define-register.ts';
import type { OutcomeKind } from '../ports/bulk-changes.ts';

/** Maximum number of records that one call changes. */
export const MOST_RECORDS = 5000;
/** Rows of a page of a preview or an outcome, unless the call says how many. */
export const ROWS_PER_PAGE = 100;

/** Refusal of a record that does not exist, or that the person may not see. Both look alike. */
export const NOT_FOUND = 'Non trovato';

/** Tells whether somebody may read and take back a change of many records: who made it, and group 2. */
export const ownsChange = ({ memberID, groupID }: Identity, { utente }: { utente: string }): boolean =>
  utente === memberID || groupID === GRUPPO_AMMINISTRATORI;

/** A row of `GET api/modifiche/ID`. */
export interface ChangedRow extends PreviewRow {
  /** `null` until the row is done. */
  esito: OutcomeKind | null;
  /** Fields that were left, since somebody has changed them after the change that is taken back. */
  lasciati: { campo: string; etichetta: string }[];
}

/** A change of many records. */
export interface BulkChange {
  id: string;
  registro: string;
  /** New values of the fields; empty where another change is taken back. */
  campi: Values;
  utente: string;
  quando: string;
  /** All records or none. */
  tutti: boolean;
  /** Id of the change that this one takes back. */
  annulla: string | null;
  finita: boolean;
  righe: number;
  fatti: number;
  rifiutati: number;
}
