import { stat } from 'node:fs/promises';
import type { BloccanteCode } from '#contracts/modules/contabilita/codes.ts';
import type { TipoFileContabilita } from '#contracts/modules/contabilita/names.ts';
import { asResult } from '#workers/formats/result-file.ts';
import type { AccountingStop, AccountingResult } from './elabora.ts';
import { headline, whyBlocked } from './headline.ts';
import { resultPath, type Order, type Outcome, type WrittenFile } from './outcome.ts';
import { anomaliesSheet, anomalyRows, ANOMALY_COLUMNS } from './output/anomalies.ts';
import { JOURNAL_COLUMNS, journalRows, journalSheet } from './output/journal.ts';
import { errorSheet, overviewSheet } from './output/overview.ts';
import { accountsSheet, commesseSheet, detailSheet, employeesSheet, perContoSheet } from './output/sheets.ts';
import { writeCsv } from './output/write-csv.ts';
import { writeWorkbook } from './output/write-workbook.ts';

type Target = Pick<Order, 'results' | 'inputFiles' | 'sites'>;

async function write(results: string, tipo: TipoFileContabilita, make: (temp: string) => Promise<void>): Promise<WrittenFile> {
  const path = resultPath(results, tipo);
  await asResult(path, make);
  return { tipo, path, byte: (await stat(path)).size };
}

/** Writes the files of a job that has results. */
export async function writeResults(done: AccountingResult, { results, inputFiles, sites }: Target, signal: AbortSignal): Promise<Outcome> {
  const messaggio = headline(done);
  const sheets = [
    overviewSheet(done, messaggio, inputFiles),
    commesseSheet(done, sites),
    perContoSheet(done),
    detailSheet(done),
    employeesSheet(done),
    accountsSheet(done),
    journalSheet(done),
    anomaliesSheet(done),
  ];
  const files = [
    await write(results, 'cartella', (temp) => writeWorkbook(temp, sheets, signal)),
    await write(results, 'prima_nota', (temp) => writeCsv(temp, JOURNAL_COLUMNS, journalRows(done), signal)),
  ];
  if (done.entries.length + done.refused.count > 0)
    files.push(await write(results, 'anomalie', (temp) => writeCsv(temp, ANOMALY_COLUMNS, anomalyRows(done), signal)));
  const {
    esito,
    importabile,
    errori,
    totali,
    summary: { mesi, perMese },
  } = done;
  return { esito, codice: null, messaggio, mesi: [...mesi], importabile, errori, totali, perMese, files };
}

/** Writes the report of a job that stopped. If the report cannot be written, returns the same failure without a file. */
export async function writeFailure(blocked: AccountingStop, { results, inputFiles }: Target, signal: AbortSignal): Promise<Outcome> {
  const messaggio = whyBlocked(blocked);
  const file = await write(results, 'cartella', (temp) =>
    writeWorkbook(temp, [errorSheet(messaggio, inputFiles), anomaliesSheet(blocked)], signal),
  ).catch(() => null);
  return failure(
    blocked.entries.find(({ livello }) => livello === 'BLOCCANTE')?.codice as BloccanteCode | undefined,
    messaggio,
    file ? [file] : [],
  );
}

/** Builds the outcome of a job that stopped. */
export const failure = (code: BloccanteCode | undefined, messaggio: string, files: WrittenFile[] = []): Outcome => ({
  esito: 'errore',
  codice: code ?? 'ERRORE_INTERNO',
  messaggio,
  mesi: [],
  importabile: false,
  errori: 0,
  totali: null,
  perMese: [],
  files,
});
