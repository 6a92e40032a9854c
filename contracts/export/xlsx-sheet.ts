import type { Cell, SheetColumn, Format } from './cells.ts';
import { width, columnLetter, frozenRows } from './file.ts';
import { HEADER, SPREADSHEET, xml } from './xlsx-xml.ts';

/** Order of the styles in styles.xml. */
export const STYLES: readonly Format[] = ['generale', 'intero', 'decimale', 'euro', 'data', 'istante', 'importo'];
/** Index of the style for bold texts, after `STYLES`. */
export const BOLD = STYLES.length;
const STYLE = new Map(STYLES.map((format, index) => [format, index]));

/** A cell; `decimal` is an exact number as text, which a float could not represent. */
export type SheetCell = Cell | { decimal: string; format: Format };

export interface Look {
  /** Texts above the head, one row each. */
  above?: readonly string[] | undefined;
  /** True if the head is bold. */
  bold?: boolean | undefined;
}

export interface SheetWriter {
  start(): string;
  rows(rows: readonly (readonly SheetCell[])[]): string;
  end(): string;
  /** `A1:H101`: head and rows written so far. */
  area(): string;
}

/** Creates a writer that returns the XML of one sheet piece by piece, so that memory does not grow with the rows. */
export function sheet(columns: readonly SheetColumn[], { above = [], bold = false }: Look = {}): SheetWriter {
  const letters = columns.map((_, index) => columnLetter(index));
  let rowCount = 0;
  const row = (cells: readonly SheetCell[], style = ''): string => {
    rowCount += 1;
    return `<row r="${rowCount}">${cells.map((c, i) => (c === null ? '' : xmlCell(`${letters[i]}${rowCount}`, c, style))).join('')}</row>`;
  };
  const head = above.length + 1;
  const headStyle = bold ? ` s="${BOLD}"` : '';
  const area = () => `A${head}:${letters.at(-1)}${rowCount}`;
  return {
    start: () =>
      `${HEADER}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0">${frozenRows(head)}</sheetView></sheetViews><cols>${columns
        .map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${width(c)}" customWidth="1"/>`)
        .join('')}</cols><sheetData>${above.map((text) => row([{ text }], headStyle)).join('')}${row(
        columns.map(({ label }) => ({ text: label })),
        headStyle,
      )}`,
    rows: (rows) => rows.map((cells) => row(cells)).join(''),
    end: () => `</sheetData><autoFilter ref="${area()}"/></worksheet>`,
    area,
  };
}

function xmlCell(place: string, cell: NonNullable<SheetCell>, style: string): string {
  if ('text' in cell) return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${xml(cell.text)}</t></is></c>`;
  return `<c r="${place}" s="${STYLE.get(cell.format)}"><v>${'decimal' in cell ? cell.decimal : cell.number}</v></c>`;
}
