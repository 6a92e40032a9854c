import type { SheetColumn, FileFormat, Raw, CellKind } from '#contracts/export/cells.ts';
import { cellValue, type CellType, type GridColumn } from './columns.ts';

export { dateSerial } from '#contracts/export/cells.ts';

/** A table ready to be written to a file: plain data, so that it can be handed to a worker. */
export interface ExportTable {
  name: string;
  /** Texts above the columns' names, one line each. */
  above?: readonly string[];
  columns: SheetColumn[];
  rows: Raw[][];
}

export type ExportFormat = FileFormat;

const TYPES: Partial<Record<CellType, CellKind>> = {
  number: 'numero',
  money: 'euro',
  date: 'data',
  deadline: 'data',
  time: 'istante',
  flag: 'logico',
};

export function exportColumn({ label, type = 'text', decimals }: Pick<GridColumn<never>, 'label' | 'type' | 'decimals'>): SheetColumn {
  return { label, type: TYPES[type] ?? 'testo', ...(decimals === undefined ? {} : { decimals }) };
}

/** Builds an export table from rows and columns. */
export function exportTable<R>(name: string, columns: readonly GridColumn<R>[], rows: readonly R[]): ExportTable {
  return { name, columns: columns.map(exportColumn), rows: rows.map((row) => columns.map((column) => cellValue(column, row))) };
}

/** Builds a file name without characters that a file system refuses. */
export function fileName(name: string, format: ExportFormat): string {
  return `${name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'elenco'}.${format}`;
}
