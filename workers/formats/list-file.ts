import { DomainError } from '#contracts/core/errors.ts';
import { countOf, formatNumber } from '#contracts/core/formats.ts';
import { csvField, cell } from '#contracts/export/cells.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { betweenInWords, momentLine } from '#contracts/export/file.ts';
import type { ExportableColumn, ReadRow } from '#contracts/export/column.ts';
import { requestedList } from '#contracts/export/comparison.ts';
import type { ExportableList } from '#contracts/export/lists.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import type { ListOrder, ListRun, WriteList } from '#contracts/ports/list-writer.ts';
import { streamCsv } from './write-csv.ts';
import { streamXlsx } from './write-xlsx.ts';

type Write = (rows: readonly ReadRow[]) => Promise<void>;

/** Writes rows in batches from the read models straight to the file, so that memory does not grow with them. */
export function listWriter(catalogue: Catalogue, lists: ListReader): WriteList {
  return async (order, run) => {
    const { request, file } = order;
    const list = requestedList(catalogue, request, await lists.register(request.tabella));
    if (!list) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Tabella sconosciuta: ${request.tabella}` });
    const columns = columnsNamed(list, request.colonne);
    const { signal } = run;
    // the first line of a file tells the instants of its rows
    const above = firstLine(list, request);
    let count = 0;
    const transferRows = async (write: Write): Promise<void> => {
      count = await transfer(lists, order, run, write);
    };
    if (request.formato === 'csv') {
      await streamCsv(file, { columns, above }, signal, (add) =>
        transferRows((rows) => add(rows.map((row) => columns.map((c) => csvField(c, c.value(row)))))),
      );
    } else {
      await streamXlsx(file, { title: list.title, columns, above, signal }, (add) =>
        transferRows((rows) => add(rows.map((row) => columns.map((c) => cell(c, c.value(row)))))),
      );
    }
    return count;
  };
}

function firstLine({ title }: ExportableList, { al, confronto }: ListOrder['request']): string[] {
  if (confronto) return [`${title} ${betweenInWords(confronto)}`];
  return al === undefined ? [] : [momentLine(title, al)];
}

/** Passes rows from the reader to the writer and returns how many there were. */
async function transfer(lists: ListReader, { request, memberID }: ListOrder, { signal, progress }: ListRun, write: Write): Promise<number> {
  let count = 0;
  let totale = 0;
  await lists.read(
    request,
    memberID,
    {
      async start(many) {
        totale = many;
      },
      async rows(rows) {
        await write(rows);
        count += rows.length;
        progress(
          (count / Math.max(totale, count)) * 100,
          `${formatNumber(count, 0)} di ${countOf(Math.max(totale, count), 'riga', 'righe')}`,
        );
      },
    },
    signal,
  );
  return count;
}

function columnsNamed({ columns }: ExportableList, names: readonly string[]): ExportableColumn[] {
  return names.map((name) => {
    const column = columns.get(name);
    if (!column) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Colonna sconosciuta: ${name}` });
    return column;
  });
}
