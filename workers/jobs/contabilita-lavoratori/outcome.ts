import type { BloccanteCode } from '#contracts/modules/contabilita/codes.ts';
import type { TipoFileContabilita } from '#contracts/modules/contabilita/names.ts';
import type { EsitoContabilita, MonthCost, Totali } from '#contracts/modules/contabilita/result.ts';
import type { SentFiles } from './output/overview.ts';
import type { Sites } from './output/sheets.ts';

/** What the thread is given. */
export interface Order {
  /** Absolute paths of the two files. */
  bilMovDip: string;
  ripartizioni: string;
  sent: SentFiles;
  contiEconomici: readonly string[];
  sites: Sites;
  /** Absolute path of the results, without what tells them apart: `…/<id>`. */
  results: string;
}

/** A file that was written, whole and in its place. */
export interface WrittenFile {
  tipo: TipoFileContabilita;
  path: string;
  byte: number;
}

/** How a job ended; nothing of single rows or persons. */
export interface Outcome {
  esito: EsitoContabilita;
  /** Of the first fault that stopped it. */
  codice: BloccanteCode | null;
  /** One sentence. */
  messaggio: string;
  /** In order, without the empty one. */
  mesi: string[];
  importabile: boolean;
  errori: number;
  totali: Totali | null;
  /** In the order of `mesi`. */
  perMese: readonly MonthCost[];
  files: WrittenFile[];
}

export const resultPath = (results: string, tipo: TipoFileContabilita): string =>
  tipo === 'cartella' ? `${results}.xlsx` : `${results}-${tipo}.csv`;
