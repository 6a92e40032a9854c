import type { Raw, SheetColumn } from './cells.ts';

/** A row as the list's query reads it. */
export type ReadRow = Readonly<Record<string, unknown>>;

/** A column of a list as a file has it: the same label, kind and value as on the screen. */
export interface ExportableColumn extends SheetColumn {
  value(row: ReadRow): Raw;
}

/** A value of a row as a cell takes it. */
export function plain(value: unknown): Raw {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
}
