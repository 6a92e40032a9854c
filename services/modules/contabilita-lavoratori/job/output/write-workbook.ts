import { writeBook } from '#workers/formats/write-xlsx.ts';
import type { SheetCell } from '#contracts/export/xlsx-sheet.ts';
import type { Sheet } from './sheets.ts';

/** Maximum number of rows of a sheet; further rows go to `Dettaglio (2)`. */
const ROWS = 1_000_000;
const AT_A_TIME = 500;

/** Writes the sheets in sequence, with at most 500 rows in memory. */
export async function writeWorkbook(file: string, sheets: readonly Sheet[], signal: AbortSignal): Promise<void> {
  await writeBook(file, signal, async (book) => {
    for (const { title, columns, above, rows } of sheets) {
      const name = (n: number) => (n === 1 ? title : `${title} (${n})`);
      await book.sheet({ title, columns, above, name, bold: true, rowsPerSheet: ROWS }, async (add) => {
        let batch: (readonly SheetCell[])[] = [];
        for (const row of rows()) {
          batch.push(row);
          if (batch.length < AT_A_TIME) continue;
          await add(batch);
          batch = [];
        }
        await add(batch);
      });
    }
  });
}
