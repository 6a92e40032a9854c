import { join } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { csvField, cell } from '#contracts/export/cells.ts';
import { exportableList, type ExportableColumn, type ExportableList, type ReadRow } from '#contracts/export/lists.ts';
import { countOf, formatNumber } from '#contracts/core/formats.ts';
import { exportListData } from '#contracts/jobs/esporta-elenco.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import { streamXlsx } from '../formats/write-xlsx.ts';
import { asResult } from '../formats/result-file.ts';
import { streamCsv } from '../formats/write-csv.ts';

interface Needs {
  lists: ListReader;
  resultsFolder: string;
}

type Write = (rows: readonly ReadRow[]) => Promise<void>;

/** Rows come in batches from the read models and go straight to the file: memory does not grow with them. */
export function esportaElencoHandler({ lists, resultsFolder }: Needs): JobHandler {
  return async (context) => {
    const data = exportListData.parse(context.data);
    const list = exportableList(data.tabella);
    if (!list) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Tabella sconosciuta: ${data.tabella}` });
    const columns = chosen(list, data.colonne);
    const final = join(resultsFolder, `${context.id}.${data.formato}`);
    const { signal } = context;
    let count = 0;
    await asResult(final, async (temp) => {
      const read = async (write: Write) => {
        count = await transfer(lists, data, context, write);
      };
      if (data.formato === 'csv') {
        await streamCsv(temp, columns, signal, (add) => read((rows) => add(rows.map((row) => columns.map((c) => csvField(c, c.value(row)))))));
      } else {
        await streamXlsx(temp, { title: list.title, columns, signal }, (add) => read((rows) => add(rows.map((row) => columns.map((c) => cell(c, c.value(row)))))));
      }
    });
    return { file: final, fileName: data.nome, message: countOf(count, 'riga', 'righe') };
  };
}

/** From the reader to the writer; answers how many rows. */
async function transfer(lists: ListReader, data: Parameters<ListReader['read']>[0], context: JobContext, write: Write): Promise<number> {
  let count = 0;
  let totale = 0;
  await lists.read(data, context.utente, {
    async start(many) {
      totale = many;
    },
    async rows(rows) {
      await write(rows);
      count += rows.length;
      await context.progress((count / Math.max(totale, count)) * 100, `${formatNumber(count, 0)} di ${countOf(Math.max(totale, count), 'riga', 'righe')}`);
    },
  }, context.signal);
  return count;
}

function chosen({ columns }: ExportableList, names: readonly string[]): ExportableColumn[] {
  return names.map((name) => {
    const column = columns.get(name);
    if (!column) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Colonna sconosciuta: ${name}` });
    return column;
  });
}
