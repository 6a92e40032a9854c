import type { AnyRegister } from '../core/define-register.ts';
import type { ReadRow } from '../export/column.ts';
import type { ListRequest } from '../jobs/esporta-elenco.ts';

export interface ListRecipient {
  /** Receives the approximate number of rows; others may write meanwhile. */
  start(totale: number): Promise<void>;
  /** Receives the next rows, in order; reading continues when the promise resolves. */
  rows(rows: readonly ReadRow[]): Promise<void>;
}

/** Reads lists of any length for a job. Implemented by the read models, passed to the workers at start. */
export interface ListReader {
  /** Returns the register of a list, with the documents currently added to it as data. */
  register(path: string): Promise<AnyRegister | undefined>;
  /**
   * Reads all rows that the person may see now, in batches from one consistent snapshot. Throws NON_PERMESSO, RICHIESTA_NON_VALIDA, and the
   * signal's reason once it is aborted.
   */
  read(request: ListRequest, memberID: string, recipient: ListRecipient, signal: AbortSignal): Promise<void>;
}
