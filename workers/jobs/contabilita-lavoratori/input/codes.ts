import { NON_RIPARTITO } from '#contracts/modules/contabilita/result.ts';

/** A text that a spreadsheet made of a long code, and cannot be made back. */
const RUINED = /^\d+(?:[.,]\d+)?E\+\d+$/i;

/** Trimmed, with one space for every inner run of blanks. */
export const tidy = (cell: string): string => cell.trim().replaceAll(/\s+/g, ' ');

/** Trimmed, with a blank for every line break: a journal has one line for each of its rows. */
export const onOneLine = (cell: string): string =>
  cell.trim().replaceAll(/[^\S\n\v\f\r\u0085\u2028\u2029]*[\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ');

export const isRuined = (code: string): boolean => RUINED.test(code);

export const isMatricola = (code: string): boolean => /^[A-Za-z0-9 _./-]{1,20}$/.test(code);

/** What matricole are matched by: `000033` is `33`. */
export function matricolaKey(code: string): string {
  return /^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code.toUpperCase();
}

/** Upper case; leading zeros matter. `null` for one that cannot be a commessa. */
export function readCommessa(cell: string): string | null {
  const code = tidy(cell).toUpperCase();
  return isRuined(code) || code === NON_RIPARTITO ? null : code;
}

/** Names are only compared: `NARDO' NICCOLO'` is `Niccolò Nardò`. */
export function comparableName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`´]/gu, '')
    .toUpperCase();
  return letters.trim().split(/\s+/).toSorted().join(' ');
}

const TOTAL = /^[\s*=>-]*(?:sub[\s-]?)?tot(?:\.|ale|ali)?(?:[\s:*].*)?$/is;

export const isTotalWord = (cell: string): boolean => TOTAL.test(cell.trim());

/**
 * A copy that keeps nothing else alive: a cell is a window on its whole piece of the file, and one
 * that is kept would keep the piece.
 */
export const owned = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));
