import Papa from 'papaparse';
import { BOM, campoCsv, opzioniCsv } from '#contracts/export/cells.ts';
import type { ExportTable } from './export.ts';

export function writeCsv({ columns, rows }: ExportTable): string {
  const head = columns.map(({ etichetta }) => etichetta);
  const body = rows.map((row) => columns.map((column, i) => campoCsv(column, row[i])));
  return BOM + Papa.unparse([head, ...body], opzioniCsv(columns));
}
