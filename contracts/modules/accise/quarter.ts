import { addDays } from '../../core/dates.ts';

/** A quarter of a year, the period by which excise is claimed. */
export interface Quarter {
  anno: number;
  /** 1–4. */
  trimestre: number;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Returns the quarter that contains a day. */
export const quarterOf = (day: string): Quarter => ({ anno: Number(day.slice(0, 4)), trimestre: Math.ceil(Number(day.slice(5, 7)) / 3) });

export const firstDay = ({ anno, trimestre }: Quarter): string => `${String(anno).padStart(4, '0')}-${two(trimestre * 3 - 2)}-01`;

export const lastDay = (quarter: Quarter): string => addDays(firstDay(shiftQuarter(quarter, 1)), -1);

/** Returns the quarter `by` quarters later; earlier if negative. */
export function shiftQuarter({ anno, trimestre }: Quarter, by: number): Quarter {
  const count = anno * 4 + trimestre - 1 + by;
  return { anno: Math.floor(count / 4), trimestre: (count % 4) + 1 };
}

/** Checks whether a quarter has ended before a day; only then can it be closed. */
export const isOver = (quarter: Quarter, today: string): boolean => lastDay(quarter) < today;

/** Returns the key of a quarter: `2026-2`. */
export const quarterKey = ({ anno, trimestre }: Quarter): string => `${anno}-${trimestre}`;

/** Returns "2º trimestre 2026". */
export const quarterForPeople = ({ anno, trimestre }: Quarter): string => `${trimestre}º trimestre ${anno}`;
