import Papa from 'papaparse';
import { BOM, csvField, csvOptions } from '#contracts/export/cells.ts';
import type { ExportTable } from './export.ts';

export function writeCsv({ above = [], columns, rows }: ExportTable): string {
  const head = columns.map(({ label }) => label);
  const body = rows.map((row) => columns.map((column, i) => csvField(column, row[i])));
  return BOM + Papa.unparse([...above.map((line) => [line]), head, ...body], csvOptions(columns));
}
