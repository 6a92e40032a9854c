import { cellValue, type CellType, type GridColumn } from './columns.ts';

/** A table ready to be written to a file: plain data, so that it can be handed to a worker. */
export interface ExportTable {
  name: string;
  head: string[];
  types: CellType[];
  rows: (string | number | null)[][];
}

export type ExportFormat = 'xlsx' | 'csv';

/** The shown columns of all filtered rows. */
export function exportTable<R>(name: string, columns: readonly GridColumn<R>[], rows: readonly R[]): ExportTable {
  return {
    name,
    head: columns.map((c) => c.label),
    types: columns.map((c) => c.type ?? 'text'),
    rows: rows.map((row) => columns.map((column) => {
      const value = cellValue(column, row);
      if (typeof value === 'boolean') return value ? 'sì' : 'no';
      return value === undefined || value === '' ? null : value;
    })),
  };
}

/** A text that a spreadsheet would run as a formula is quoted with an apostrophe. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Italian spreadsheets read `;` between fields and a comma in decimals. */
export function csvRows(table: ExportTable): string[][] {
  return [
    table.head,
    ...table.rows.map((row) => row.map((value) => {
      if (value === null) return '';
      return typeof value === 'number' ? String(value).replace('.', ',') : harmless(value);
    })),
  ];
}

/** Days since 1899-12-30, as spreadsheets count; `null` for what is no date. */
export function dateSerial(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const days = Math.round((Date.parse(`${text}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);
  return Number.isNaN(days) ? null : days;
}

/** File name without characters that a file system refuses. */
export function fileName(name: string, format: ExportFormat): string {
  return `${name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'elenco'}.${format}`;
}
