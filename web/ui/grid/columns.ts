import type { ReactNode } from 'react';

/** How a cell shows its value; alignment, format and colour follow from it. `deadline`: a quiet date with room for a badge. */
export type CellType = 'text' | 'key' | 'secondary' | 'number' | 'money' | 'date' | 'deadline' | 'time' | 'color' | 'flag';

export type CellValue = string | number | boolean | null | undefined;

export interface GridColumn<R> {
  /** Name of the column: layout is remembered and sorting is asked by it. */
  id: string;
  label: string;
  /** Default `text`. */
  type?: CellType;
  /** Default: the property of the row named like the column. */
  value?: (row: R) => CellValue;
  /** Replaces the cell's content; exports still use `value`. */
  render?: (row: R) => ReactNode;
  /** What `render` draws are words: paper shows them too. */
  spelled?: boolean;
  /** After a figure, in grey, in a width of its own so that decimals line up. */
  unit?: string;
  /** At most this many decimals; default 2. */
  decimals?: number;
  /** Pixels; without it the column shares what is left. */
  width?: number;
  minWidth?: number;
  /** Default true. */
  sortable?: boolean;
  /** Not shown until the person asks for it. */
  hidden?: boolean;
  /** Not shown on a screen narrower than 1400 px until the person asks for it. */
  wideOnly?: boolean;
  /** Frozen at the left and always shown: the identifier. */
  frozen?: boolean;
  /** A square wide, under a head that stands upright: one of many states side by side. */
  upright?: boolean;
  /** Upright columns beside each other with the same one stand under it. */
  group?: string;
}

export function cellValue<R>(column: GridColumn<R>, row: R): CellValue {
  return column.value ? column.value(row) : (row as Record<string, CellValue>)[column.id];
}

/** Figures and money stand at the right. */
export function alignsRight(column: { type?: CellType }): boolean {
  return column.type === 'number' || column.type === 'money';
}
