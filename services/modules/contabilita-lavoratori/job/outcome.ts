import type { BloccanteCode } from '#contracts/modules/contabilita/codes.ts';
import type { TipoFileContabilita } from '#contracts/modules/contabilita/names.ts';
import type { EsitoContabilita, MonthCost, Totali } from '#contracts/modules/contabilita/result.ts';
import type { SentFiles } from './output/overview.ts';
import type { Sites } from './output/sheets.ts';

/** Order for the process that runs an accounting. */
export interface Order {
  /** Absolute paths of the two files. */
  bilMovDip: string;
  ripartizioni: string;
  inputFiles: SentFiles;
  contiEconomici: readonly string[];
  sites: Sites;
  /** Absolute path of the results without their endings: `…/<id>`. */
  results: string;
}

/** Result file, complete and at its final path. */
export interface WrittenFile {
  tipo: TipoFileContabilita;
  path: string;
  byte: number;
}

/** Outcome of a job, without data of single rows or persons. */
export interface Outcome {
  esito: EsitoContabilita;
  /** Code of the first fault that stopped the job. */
  codice: BloccanteCode | null;
  /** Sentence that is shown to the person. */
  messaggio: string;
  /** Months in order, as `YYYY-MM`; movements without a month add none. */
  mesi: string[];
  importabile: boolean;
  errori: number;
  totali: Totali | null;
  /** Costs in the order of `mesi`. */
  perMese: readonly MonthCost[];
  files: WrittenFile[];
}

/** Returns the path of a result file. `results` is the path without its ending: `…/<id>`. */
export const resultPath = (results: string, tipo: TipoFileContabilita): string =>
  tipo === 'cartella' ? `${results}.xlsx` : `${results}-${tipo}.csv`;
