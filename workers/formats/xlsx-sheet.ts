import type { Cell, SheetColumn, Format } from '#contracts/export/cells.ts';
import { width, columnLetter, STILL_ROW } from '#contracts/export/file.ts';
import { HEADER, SPREADSHEET, xml } from './xlsx-xml.ts';

/** Order of the styles in styles.xml. */
export const STYLES: readonly Format[] = ['generale', 'intero', 'decimale', 'euro', 'data', 'istante'];
const STYLE = new Map(STYLES.map((format, index) => [format, index]));

export interface SheetWriter {
  start(): string;
  rows(rows: readonly (readonly Cell[])[]): string;
  end(): string;
  /** `A1:H101`: head and rows written so far. */
  area(): string;
}

/** The XML of one sheet, piece by piece: nothing of it is kept. */
export function sheet(columns: readonly SheetColumn[]): SheetWriter {
  const letters = columns.map((_, index) => columnLetter(index));
  let written = 0;
  const row = (cells: readonly Cell[]): string => {
    written += 1;
    return `<row r="${written}">${cells.map((c, i) => (c === null ? '' : xmlCell(`${letters[i]}${written}`, c))).join('')}</row>`;
  };
  const area = () => `A1:${letters.at(-1)}${written}`;
  return {
    start: () => `${HEADER}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0">${STILL_ROW}</sheetView></sheetViews><cols>${
      columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${width(c)}" customWidth="1"/>`).join('')
    }</cols><sheetData>${row(columns.map(({ label }) => ({ text: label })))}`,
    rows: (rows) => rows.map(row).join(''),
    end: () => `</sheetData><autoFilter ref="${area()}"/></worksheet>`,
    area,
  };
}

function xmlCell(place: string, cell: NonNullable<Cell>): string {
  if ('text' in cell) return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xml(cell.text)}</t></is></c>`;
  return `<c r="${place}" s="${STYLE.get(cell.format)}"><v>${cell.number}</v></c>`;
}
