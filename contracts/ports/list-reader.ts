import type { AnyRegister } from '../core/define-register.ts';
import type { ReadRow } from '../export/column.ts';
import type { ListRequest } from '../jobs/esporta-elenco.ts';

export interface ListRecipient {
  /** How many rows there are, about: others may write meanwhile. */
  start(totale: number): Promise<void>;
  /** The next rows, in order; the reading goes on when it resolves. */
  rows(rows: readonly ReadRow[]): Promise<void>;
}

/** Reads lists of any length for a job. Implemented by the read models, given to the workers at start. */
export interface ListReader {
  /** The register of a list, with the documents that are added to it as data today. */
  register(path: string): Promise<AnyRegister | undefined>;
  /**
   * All rows that the person may see now, as they were at one moment, a batch at a time.
   * Throws NON_PERMESSO, RICHIESTA_NON_VALIDA, and the signal's reason once it is aborted.
   */
  read(request: ListRequest, memberID: string, recipient: ListRecipient, signal: AbortSignal): Promise<void>;
}
