import { strToU8, zipSync } from 'fflate';
import { cell } from '#contracts/export/cells.ts';
import { sheetName } from '#contracts/export/file.ts';
import { sheet } from '#contracts/export/xlsx-sheet.ts';
import { folderParts } from '#contracts/export/xlsx-workbook.ts';
import type { ExportTable } from './export.ts';

/** Returns the bytes of an .xlsx file. The server's worker for longer lists writes the same XML. */
export function writeXlsx({ name, above, columns, rows }: ExportTable): ArrayBuffer {
  const writer = sheet(columns, { above });
  const xml = [writer.start(), writer.rows(rows.map((row) => columns.map((column, i) => cell(column, row[i])))), writer.end()];
  const parts = [...folderParts([{ name: sheetName(name), area: writer.area() }]), ['xl/worksheets/sheet1.xml', xml.join('')] as const];
  return zipSync(Object.fromEntries(parts.map(([path, content]) => [path, strToU8(content)]))).buffer as ArrayBuffer;
}
