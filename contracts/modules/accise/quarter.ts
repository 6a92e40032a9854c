import { addDays } from '../../core/dates.ts';

/** A quarter of a year: excise is claimed by it. */
export interface Quarter {
  anno: number;
  /** 1–4. */
  trimestre: number;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** The quarter of a day. */
export const quarterOf = (day: string): Quarter => ({ anno: Number(day.slice(0, 4)), trimestre: Math.ceil(Number(day.slice(5, 7)) / 3) });

export const firstDay = ({ anno, trimestre }: Quarter): string => `${String(anno).padStart(4, '0')}-${two(trimestre * 3 - 2)}-01`;

export const lastDay = (quarter: Quarter): string => addDays(firstDay(moved(quarter, 1)), -1);

/** So many quarters later, or earlier. */
export function moved({ anno, trimestre }: Quarter, by: number): Quarter {
  const count = anno * 4 + trimestre - 1 + by;
  return { anno: Math.floor(count / 4), trimestre: (count % 4) + 1 };
}

/** Over, on that day: a quarter is closed when nothing of it is still to come. */
export const isOver = (quarter: Quarter, today: string): boolean => lastDay(quarter) < today;

/** What names it: `2026-2`. */
export const quarterKey = ({ anno, trimestre }: Quarter): string => `${anno}-${trimestre}`;

/** "2º trimestre 2026". */
export const quarterForPeople = ({ anno, trimestre }: Quarter): string => `${trimestre}º trimestre ${anno}`;
