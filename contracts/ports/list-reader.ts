import type { RigaLetta } from '../export/lists.ts';
import type { RichiestaElenco } from '../jobs/esporta-elenco.ts';

export interface DestinatarioElenco {
  /** How many rows there are, about: others may write meanwhile. */
  inizio(totale: number): Promise<void>;
  /** The next rows, in order; the reading goes on when it resolves. */
  righe(righe: readonly RigaLetta[]): Promise<void>;
}

/** Reads lists of any length for a job. Implemented by the read models, given to the workers at start. */
export interface LettoreElenchi {
  /**
   * All rows that the person may see now, as they were at one moment, a batch at a time.
   * Throws NON_PERMESSO, RICHIESTA_NON_VALIDA, and the signal's reason once it is aborted.
   */
  leggi(richiesta: RichiestaElenco, memberID: string, destinatario: DestinatarioElenco, signal: AbortSignal): Promise<void>;
}
