import { daysBetween } from '#contracts/core/dates.ts';
import { common, daysInMonth, firstOfMonth, lastOfMonth, type Period } from '#contracts/core/period.ts';

/** A figure drawn for each month. */
export interface MonthSeries {
  key: string;
  name: string;
  /** Colour as the argument of `rgb(…)`. */
  color: string;
  kind: 'bar' | 'line';
  /** Name of a stack: bars with the same name are drawn on top of each other. */
  stack?: string;
}

/** A month with its figures. An unknown figure is absent, and its line has a gap. */
export interface MonthPoint {
  /** `YYYY-MM`. */
  mese: string;
  values: Readonly<Partial<Record<string, number>>>;
  /** Parts of the month, from 0 to 1, that a band behind the bars marks. */
  bands?: readonly (readonly [from: number, to: number])[];
}

export interface MonthChartProps {
  points: readonly MonthPoint[];
  series: readonly MonthSeries[];
  /** A line across all months: the budget. */
  level?: { value: number; name: string } | undefined;
  /** Name of the bands: "fermo". */
  bandName?: string | undefined;
  /** Formats a figure exactly. */
  text(value: number): string;
  /** Formats a figure on the axis. */
  axis(value: number): string;
  /** Accessible name of the drawing. */
  label: string;
  height: number;
  /** Opens the rows that a bar or point sums up. */
  onOpen?: ((mese: string, key: string) => void) | undefined;
}

/** Returns the label of a month: "gen", or "gen 26" for January and the first month. */
export function monthLabel(mese: string, first: boolean): string {
  const name = 'gen feb mar apr mag giu lug ago set ott nov dic'.split(' ')[Number(mese.slice(5)) - 1]!;
  return first || mese.endsWith('-01') ? `${name} ${mese.slice(2, 4)}` : name;
}

/** Returns the parts of a month, from 0 to 1, that the periods cover. */
export function bandsIn(mese: string, periods: readonly Period[]): [from: number, to: number][] {
  const [dal, days] = [firstOfMonth(mese), daysInMonth(mese)];
  return periods.flatMap((period) => {
    const both = common({ dal, al: lastOfMonth(mese) }, period.dal, period.al);
    return both ? [[daysBetween(dal, both.dal) / days, (daysBetween(dal, both.al) + 1) / days] as [number, number]] : [];
  });
}
