import { CFB, utils, write, type CellObject, type WorkSheet } from 'xlsx';
import { cell, FORMATS, type Cell } from '#contracts/export/cells.ts';
import { width, sheetName, STILL_ROW } from '#contracts/export/file.ts';
import type { ExportTable } from './export.ts';

/** The bytes of an .xlsx, as a worker of the server writes them for longer lists. */
export function writeXlsx({ name, columns, rows }: ExportTable): ArrayBuffer {
  const sheet: WorkSheet = {};
  const put = (cell: Cell, r: number, c: number) => {
    if (cell) sheet[utils.encode_cell({ r, c })] = cellObject(cell);
  };
  columns.forEach((column, c) => {
    put({ text: column.label }, 0, c);
    rows.forEach((row, r) => put(cell(column, row[c]), r + 1, c));
  });
  const ref = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: columns.length - 1 } });
  Object.assign(sheet, { '!ref': ref, '!autofilter': { ref }, '!cols': columns.map((column) => ({ wch: width(column) })) });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, sheetName(name));
  return withFrozenHead(write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer);
}

/** Texts carry the type of texts, so that no spreadsheet takes one for a formula. */
function cellObject(cell: NonNullable<Cell>): CellObject {
  return 'text' in cell ? { t: 's', v: cell.text } : { t: 'n', v: cell.number, z: FORMATS[cell.format] };
}

/** The library cannot keep the head in sight: its sheet is given what says so. */
function withFrozenHead(bytes: ArrayBuffer): ArrayBuffer {
  const zip = CFB.read(new Uint8Array(bytes), { type: 'array' });
  const sheet = CFB.find(zip, '/xl/worksheets/sheet1.xml');
  if (!sheet) return bytes;
  const xml = new TextDecoder().decode(new Uint8Array(sheet.content as unknown as ArrayBufferLike));
  sheet.content = new TextEncoder().encode(
    xml.replace(/<sheetView workbookViewId="0"\s*\/>/, `<sheetView workbookViewId="0">${STILL_ROW}</sheetView>`),
  ) as unknown as typeof sheet.content;
  sheet.size = (sheet.content as unknown as Uint8Array).length;
  const written = CFB.write(zip, { fileType: 'zip', type: 'array', compression: true } as never) as unknown as ArrayLike<number>;
  return Uint8Array.from(written).buffer;
}
