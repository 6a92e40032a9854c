import type { Catalogue } from '#contracts/core/catalogue.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { countOf } from '#contracts/core/formats.ts';
import { cell, csvField } from '#contracts/export/cells.ts';
import type { ExportableColumn, ReadRow } from '#contracts/export/column.ts';
import { exportableList } from '#contracts/export/lists.ts';
import { wholeColumns } from '#contracts/export/whole-columns.ts';
import type { ListRun } from '#contracts/ports/list-writer.ts';
import type { ReadWhole, TablesOrder, WholeTable, WrittenTable, WrittenTables } from '#contracts/ports/whole-exit.ts';
import { streamCsv } from './write-csv.ts';
import { streamXlsx } from './write-xlsx.ts';

type Batches = AsyncIterable<readonly ReadRow[]>;

/** Writes every register and trail to a file of its own, with one batch of rows in memory at a time. */
export function wholeTablesWriter(catalogue: Catalogue, reader: ReadWhole) {
  return async ({ memberID, format, prefix }: TablesOrder, { signal, progress }: ListRun): Promise<WrittenTables> => {
    const writtenTables: WrittenTable[] = [];
    const documents = new Set<string>();
    let [moment, tables, rows, done] = [new Date(0), 0, 0, 0];
    const table = async (wholeTable: WholeTable, batches: Batches): Promise<void> => {
      const file = `${prefix}.${wholeTable.name}.${format}`;
      const before = done;
      const withProgress = async function* (): Batches {
        for await (const batch of batches) {
          yield batch;
          noteFiles(wholeTable, batch, documents);
          done += batch.length;
          progress(
            (done / Math.max(rows, done)) * 100,
            `${writtenTables.length} di ${countOf(tables, 'tabella', 'tabelle')}, ${countOf(done, 'riga', 'righe')}`,
          );
        }
      };
      await write({ file, format }, sheetOf(catalogue, wholeTable), withProgress(), signal);
      writtenTables.push({ name: wholeTable.name, folder: wholeTable.def ? 'registri' : 'storico', file, rows: done - before });
    };
    await reader(memberID, { start: (...told) => void ([moment, tables, rows] = told), table }, signal);
    return { moment: moment.toISOString(), tables: writtenTables, documents: [...documents] };
  };
}

interface Sheet {
  title: string;
  columns: ExportableColumn[];
}

/** Names a sheet after its register, by which the import knows where its rows belong. */
function sheetOf(catalogue: Catalogue, { name, def }: WholeTable): Sheet {
  if (def) return { title: def.path, columns: wholeColumns(catalogue, def) };
  const trail = exportableList(catalogue, name);
  if (!trail) throw new Error(`there is no trail ${name}`);
  return { title: trail.title, columns: [...trail.columns.values()] };
}

async function write(
  { file, format }: { file: string; format: TablesOrder['format'] },
  { title, columns }: Sheet,
  batches: Batches,
  signal: AbortSignal,
): Promise<void> {
  if (format === 'csv')
    return streamCsv(file, columns, signal, async (add) => {
      for await (const rows of batches) await add(rows.map((row) => columns.map((c) => csvField(c, c.value(row)))));
    });
  return streamXlsx(file, { title, columns, signal }, async (add) => {
    for await (const rows of batches) await add(rows.map((row) => columns.map((c) => cell(c, c.value(row)))));
  });
}

/** Adds the paths of documents that the rows name. */
function noteFiles({ def }: WholeTable, rows: readonly ReadRow[], documents: Set<string>): void {
  for (const { field } of def ? fileFields(def) : [])
    for (const row of rows) {
      const path = row[field];
      if (typeof path === 'string' && path !== '') documents.add(path);
    }
}
