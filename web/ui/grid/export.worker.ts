import Papa from 'papaparse';
import { utils, write, type CellObject, type WorkSheet } from 'xlsx';
import { csvRows, dateSerial, type ExportFormat, type ExportTable } from './export.ts';

/** Writing a large sheet takes seconds: it happens here, so that the page stays alive. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<{ table: ExportTable; format: ExportFormat }>) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
};

scope.onmessage = ({ data: { table, format } }) => {
  const bytes = format === 'csv' ? csv(table) : xlsx(table);
  scope.postMessage(bytes, [bytes]);
};

function csv(table: ExportTable): ArrayBuffer {
  // the byte order mark tells spreadsheets that it is UTF-8
  const text = `\uFEFF${Papa.unparse(csvRows(table), { delimiter: ';', newline: '\r\n' })}`;
  return new TextEncoder().encode(text).buffer as ArrayBuffer;
}

function xlsx(table: ExportTable): ArrayBuffer {
  const sheet = utils.aoa_to_sheet([table.head, ...table.rows]);
  formatCells(sheet, table);
  sheet['!cols'] = table.types.map((type) => ({ wch: type === 'date' || type === 'deadline' ? 11 : type === 'number' || type === 'money' ? 13 : 24 }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, table.name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Elenco');
  return write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
}

function formatCells(sheet: WorkSheet, table: ExportTable): void {
  table.rows.forEach((row, r) => row.forEach((value, c) => {
    const cell = sheet[utils.encode_cell({ r: r + 1, c })] as CellObject | undefined;
    if (!cell || value === null) return;
    const type = table.types[c];
    if (type === 'money' && typeof value === 'number') cell.z = '"€" #,##0.00';
    const serial = (type === 'date' || type === 'deadline') && typeof value === 'string' ? dateSerial(value) : null;
    if (serial !== null) Object.assign(cell, { t: 'n', v: serial, z: 'yyyy-mm-dd' });
  }));
}
