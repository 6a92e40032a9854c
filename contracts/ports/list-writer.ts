import type { ExportListData } from '../jobs/esporta-elenco.ts';
import type { ResultRights } from './job-queue.ts';

export interface ListOrder {
  request: ExportListData;
  /** Who asked: the rows are those this person may see when they are read. */
  memberID: string;
  /** Absolute path of the file to make. */
  file: string;
}

export interface ListRun {
  signal: AbortSignal;
  progress(percent: number, text: string): void;
}

/** The rights with which a person reads a list now; `null` for somebody who is gone. */
export type RightsForList = (memberID: string, tabella: string) => Promise<ResultRights | null>;

/** Writes all rows of a list to a file; answers how many. Throws what reading them throws, and the signal's reason once it is aborted. */
export type WriteList = (order: ListOrder, run: ListRun) => Promise<number>;
