import type { ExportListData } from '../jobs/esporta-elenco.ts';

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

/** Writes all rows of a list to a file; answers how many. Throws what reading them throws, and the signal's reason once it is aborted. */
export type WriteList = (order: ListOrder, run: ListRun) => Promise<number>;
