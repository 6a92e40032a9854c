/** Kinds of spreadsheet cell, used by the browser and by the workers that write files. */
export type CellKind = 'testo' | 'numero' | 'euro' | 'data' | 'istante' | 'logico';
export type Raw = string | number | boolean | null | undefined;
export const FILE_FORMATS = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export interface SheetColumn {
  label: string;
  type: CellKind;
  /** Decimals of a number; 0 for whole numbers. */
  decimals?: number | undefined;
}

export type Format = 'generale' | 'intero' | 'decimale' | 'euro' | 'data' | 'istante' | 'importo';
/** Content of a spreadsheet cell; `null`: empty. */
export type Cell = { text: string } | { number: number; format: Format } | null;

/** Number formats in the syntax of spreadsheets. */
export const FORMATS: Readonly<Record<Format, string>> = {
  generale: 'General',
  intero: '#,##0',
  decimale: '#,##0.00##',
  euro: '"€" #,##0.00',
  data: 'yyyy-mm-dd',
  istante: 'yyyy-mm-dd hh:mm',
  importo: '#,##0.00',
};

const DAY = 86_400_000;
const MAX_TEXT = 32_767;
const ROMA = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export function cell(column: SheetColumn, value: Raw): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean' || column.type === 'logico') return { text: siNo(value) };
  if (typeof value === 'number') return { number: value, format: numberFormat(column) };
  const number = column.type === 'data' ? dateSerial(value) : column.type === 'istante' ? serialInstant(value) : null;
  return number === null ? { text: sheetText(value) } : { number, format: column.type === 'data' ? 'data' : 'istante' };
}

/** Formats a field of a csv; `null`: empty. Decimals have a comma, as Italian spreadsheets expect. */
export function csvField(column: SheetColumn, value: Raw): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean' || column.type === 'logico') return siNo(value);
  if (typeof value === 'number') return String(value).replace('.', ',');
  return harmless(column.type === 'istante' ? (romeTime(value) ?? value) : value);
}

/** Options for papaparse, in browser and worker; texts are always quoted. */
export const csvOptions = (columns: readonly SheetColumn[]) => ({
  delimiter: ';',
  newline: '\r\n',
  quotes: columns.map(({ type: kind }) => kind === 'testo' || kind === 'logico'),
});

/** Byte order mark that tells spreadsheets that a csv is UTF-8. */
export const BOM = '\uFEFF';

/** Prefixes an apostrophe to a text that a spreadsheet would run as a formula. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

// oxlint-disable-next-line no-control-regex -- control characters are what it takes out
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/**
 * Makes a text valid for a cell: removes control characters and lone surrogates, escapes `_xHHHH_` sequences, and cuts at the maximum
 * length.
 */
export function sheetText(text: string): string {
  const clean = text.replaceAll('\r\n', '\n').replaceAll(UNPRINTABLE, '').toWellFormed();
  const literal = clean.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return literal.length <= MAX_TEXT
    ? literal
    : literal
        .slice(0, MAX_TEXT - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '');
}

/**
 * Returns the days since 1899-12-30, the serial number of spreadsheets. Returns `null` for a text that is no date, or a date before
 * 1900-03-01, which spreadsheets count otherwise.
 */
export function dateSerial(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900-03-01') return null;
  const days = Math.round((Date.parse(`${text}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY);
  return Number.isNaN(days) ? null : days;
}

/** Returns the serial number of an instant, with the time of day in Rome. */
export function serialInstant(text: string): number | null {
  const now = romeTime(text);
  return now === null ? null : (Date.parse(`${now.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / DAY;
}

/** Returns "2026-11-20 09:12:33", by the clock of Rome. */
function romeTime(text: string): string | null {
  const when = new Date(text);
  return Number.isNaN(when.getTime()) ? null : ROMA.format(when);
}

function numberFormat({ type: kind, decimals }: SheetColumn): Format {
  if (kind === 'euro') return 'euro';
  if (kind !== 'numero') return 'generale';
  return decimals === 0 ? 'intero' : 'decimale';
}

const siNo = (value: Raw): string => (value === true || value === 1 || value === '1' ? 'sì' : 'no');
