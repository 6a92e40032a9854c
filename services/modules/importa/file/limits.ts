import { UnreadableFile } from './tables.ts';

/** Limits of one imported file. `IMPORT_MB` limits its size as uploaded. */
export const FILE_LIMITS = {
  /** Megabytes of the unpacked workbook, and of the text read from it. */
  unpackedMb: 200,
  sheets: 100,
  /** Columns of one table. */
  columns: 500,
  rows: 200_000,
  /** Cells of all tables together. */
  cells: 2_000_000,
  cpuSeconds: 30,
  rssMb: 1024,
  /** Size of the preview that is returned before the import. */
  answerBytes: 1_000_000,
} as const;

/** Error for a file that exceeds a limit; the Italian message names the limit. */
export class FileTooLarge extends UnreadableFile {
  constructor(what: string) {
    super(`Il file ha più di ${what}: va diviso.`);
    this.name = 'FileTooLarge';
  }
}

const number = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });

/** Creates a counter of what is read from a file. Its methods throw `FileTooLarge` when a limit is exceeded. */
export function countReading(limits: { readonly [name in keyof typeof FILE_LIMITS]: number } = FILE_LIMITS) {
  let rows = 0;
  let cells = 0;
  let text = 0;
  return {
    sheets(count: number): void {
      if (count > limits.sheets) throw new FileTooLarge(`${number.format(limits.sheets)} fogli o tabelle`);
    },
    columns(count: number): void {
      if (count > limits.columns) throw new FileTooLarge(`${number.format(limits.columns)} colonne`);
    },
    /** Counts one row with its cells and characters. */
    row(count: number, characters: number): void {
      rows += 1;
      cells += count;
      text += characters;
      if (rows > limits.rows) throw new FileTooLarge(`${number.format(limits.rows)} righe`);
      if (cells > limits.cells) throw new FileTooLarge(`${number.format(limits.cells)} celle`);
      if (text > limits.unpackedMb * 1024 * 1024) throw new FileTooLarge(`${limits.unpackedMb} MB di testo`);
    },
  };
}

export type ReadingCount = ReturnType<typeof countReading>;
