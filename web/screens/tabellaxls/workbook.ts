import { utils, write, type CellObject, type WorkSheet } from 'xlsx';
import { dateSerial } from '#web/ui/grid/export.ts';
import type { Cell, Sheet } from './sheet.ts';

/** Returns the bytes of an .xlsx file. Import this module on demand: its library is large. */
export function writeSheet({ nome, righe, titles, widths }: Sheet): ArrayBuffer {
  const sheet: WorkSheet = {};
  righe.forEach((row, r) =>
    row.forEach((cell, c) => {
      if (cell) sheet[utils.encode_cell({ r, c })] = object(cell);
    }),
  );
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: righe.length - 1, c: widths.length - 1 } });
  sheet['!cols'] = widths.map((wch) => ({ wch }));
  sheet['!merges'] = titles.map((r) => ({ s: { r, c: 0 }, e: { r, c: widths.length - 1 } }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, nome);
  return write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer;
}

/** Converts a cell; texts get the text type, so that no spreadsheet program reads one as a formula. */
function object(cell: NonNullable<Cell>): CellObject {
  if ('numero' in cell) return { t: 'n', v: cell.numero };
  if ('text' in cell) return { t: 's', v: cell.text };
  const serial = dateSerial(cell.giorno);
  return serial === null ? { t: 's', v: cell.giorno } : { t: 'n', v: serial, z: 'yyyy-mm-dd' };
}
