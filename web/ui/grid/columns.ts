import type { ReactNode } from 'react';

/** Kind of value of a column; decides alignment, format and colour. `deadline`: a date with room for a badge. */
export type CellType = 'text' | 'key' | 'secondary' | 'number' | 'money' | 'date' | 'deadline' | 'time' | 'color' | 'flag';

export type CellValue = string | number | boolean | null | undefined;

export interface GridColumn<R> {
  /** Name of the column; the stored layout and the sort order refer to it. */
  id: string;
  label: string;
  /** Default `text`. */
  type?: CellType;
  /** Default: the row's property of the same name. */
  value?: (row: R) => CellValue;
  /** Draws the cell's content; exports still use `value`. */
  render?: (row: R) => ReactNode;
  /** `render` returns words, so the printed list uses it too. */
  spelled?: boolean;
  /** Shown in grey after a number, in a fixed width so that decimals line up. */
  unit?: string;
  /** At most this many decimals; default 2. */
  decimals?: number;
  /** Pixels; a column without a width shares the remaining space. */
  width?: number;
  minWidth?: number;
  /** Default true. */
  sortable?: boolean;
  /** Hidden until the person shows the column. */
  hidden?: boolean;
  /** Hidden on a screen narrower than 1400 px, until the person shows the column. */
  wideOnly?: boolean;
  /** Fixed at the left edge and always shown: the identifier. */
  frozen?: boolean;
  /** A square cell under vertical head text: one of many states side by side. */
  upright?: boolean;
  /** Heading over neighbouring `upright` columns that have the same `group`. */
  group?: string;
}

export function cellValue<R>(column: GridColumn<R>, row: R): CellValue {
  return column.value ? column.value(row) : (row as Record<string, CellValue>)[column.id];
}

/** Tells whether a column is aligned to the right: numbers and amounts are. */
export function alignsRight(column: { type?: CellType }): boolean {
  return column.type === 'number' || column.type === 'money';
}
