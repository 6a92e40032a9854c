import { romeDayAndTime } from '../core/dates.ts';
import type { SheetColumn, FileFormat, CellKind } from './cells.ts';

/** Builds a file name without extension such as `ACCISE_2026-11-20`, without characters that a file system refuses. */
export const fileStem = (title: string, data: string): string => `${title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'elenco'}_${data}`;

/** Builds a file name such as `ACCISE_2026-11-20.xlsx`. */
export const fileName = (title: string, data: string, format: FileFormat): string => `${fileStem(title, data)}.${format}`;

/** Returns an instant as file names tell it, by the clock of Rome: `2026-10-01_2359`. */
export const momentInFileName = (al: string): string => romeDayAndTime(al).replace(' ', '_').replace(':', '');

/** Returns two instants as titles tell them: "dal 2026-10-01 23:59 al 2026-11-27 18:00". */
export const betweenInWords = ({ da, a }: { da: string; a: string }): string => `dal ${romeDayAndTime(da)} al ${romeDayAndTime(a)}`;

/** Returns the first line of a file with the rows of an instant: "ACCISE al 2026-10-01 23:59". */
export const momentLine = (title: string, al: string): string => `${title} al ${romeDayAndTime(al)}`;

/** Builds the name of a sheet: at most 31 characters, without the characters that cell references use. */
export function sheetName(title: string, number = 1): string {
  const queue = number === 1 ? '' : ` ${number}`;
  return (title.replaceAll(/[\\/?*[\]:']/g, ' ').trim() || 'Elenco').slice(0, 31 - queue.length) + queue;
}

const WIDTHS: Record<CellKind, number> = { testo: 24, numero: 13, euro: 14, data: 12, istante: 18, logico: 8 };

/** Returns the width of a column in characters, with room for the filter arrow in the head. */
export const width = ({ type: kind, label }: SheetColumn): number => Math.max(WIDTHS[kind], label.length + 3);

/** Converts a column index to letters: 0 is A, 25 is Z, 26 is AA. */
export function columnLetter(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26));
  return index < 26 ? rest : columnLetter(Math.floor(index / 26) - 1) + rest;
}

/** Builds the XML that keeps the first `count` rows visible while scrolling. */
export const frozenRows = (count: number): string =>
  `<pane ySplit="${count}" topLeftCell="A${count + 1}" activePane="bottomLeft" state="frozen"/>`;
