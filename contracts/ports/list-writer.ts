import type { ExportListData } from '../jobs/esporta-elenco.ts';
import type { ResultRights } from './job-queue.ts';

export interface ListOrder {
  request: ExportListData;
  /** The requester; the file contains the rows this person may see at the time of reading. */
  memberID: string;
  /** Absolute path of the file to write. */
  file: string;
}

export interface ListRun {
  signal: AbortSignal;
  progress(percent: number, text: string): void;
}

/** Returns the rights with which a person reads a list now; `null` if the person no longer exists. */
export type RightsForList = (memberID: string, tabella: string) => Promise<ResultRights | null>;

/**
 * Writes all rows of a list to a file and returns their number. Throws the errors of reading, and the signal's reason once it is aborted.
 */
export type WriteList = (order: ListOrder, run: ListRun) => Promise<number>;
