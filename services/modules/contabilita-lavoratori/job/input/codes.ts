import { NON_RIPARTITO } from '#contracts/modules/contabilita/result.ts';

/** Matches a code that a spreadsheet converted to scientific notation, whose digits are lost. */
const RUINED = /^\d+(?:[.,]\d+)?E\+\d+$/i;

/** Trims the text and replaces each inner run of blanks by one space. */
export const tidy = (cell: string): string => cell.trim().replaceAll(/\s+/g, ' ');

/** Trims the text and replaces line breaks by blanks, since each row of the journal is one line. */
export const onOneLine = (cell: string): string =>
  cell.trim().replaceAll(/[^\S\n\v\f\r\u0085\u2028\u2029]*[\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ');

export const isRuined = (code: string): boolean => RUINED.test(code);

export const isMatricola = (code: string): boolean => /^[A-Za-z0-9 _./-]{1,20}$/.test(code);

/** Returns the key by which matricole are compared: `000033` is `33`. */
export function matricolaKey(code: string): string {
  return /^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code.toUpperCase();
}

/** Returns the commessa in upper case, with its leading zeros; `null` if the text cannot be a commessa. */
export function readCommessa(cell: string): string | null {
  const code = tidy(cell).toUpperCase();
  return isRuined(code) || code === NON_RIPARTITO ? null : code;
}

/** Returns a form of the name that is used only for comparisons: `NARDO' NICCOLO'` equals `Niccolò Nardò`. */
export function comparableName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`´]/gu, '')
    .toUpperCase();
  return letters.trim().split(/\s+/).toSorted().join(' ');
}

const TOTAL = /^[\s*=>-]*(?:sub[\s-]?)?tot(?:\.|ale|ali)?(?:[\s:*].*)?$/is;

export const isTotalWord = (cell: string): boolean => TOTAL.test(cell.trim());

/** Copies the text. V8 stores a cell as a slice of its file piece, so keeping the slice would keep the whole piece in memory. */
export const copyText = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));
