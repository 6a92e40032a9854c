import type { Raw, SheetColumn } from './cells.ts';

/** Row of a list with the values that its query returns. */
export type ReadRow = Readonly<Record<string, unknown>>;

/** Column of an exported list, with the same label, kind and value as on the screen. */
export interface ExportableColumn extends SheetColumn {
  value(row: ReadRow): Raw;
}

/** Converts a value of a row to a value of a cell; objects become JSON text. */
export function plain(value: unknown): Raw {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
}
