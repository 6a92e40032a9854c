import { tintName, tints } from './colors.ts';
import type { Chart } from './model.ts';

export interface DrawnChart {
  chart: Chart;
  /** Series that the legend has switched off. */
  hidden: ReadonlySet<number>;
  /** Read aloud in the place of the drawing. */
  label: string;
}

/** Rows as the chart library wants them: names of work items can hold dots, which it takes for paths. */
export function visibleRows({ series, bars }: Chart, hidden: ReadonlySet<number>): { data: Record<string, string | number>[]; keys: string[]; colors: string[] } {
  const shown = series.map((_, i) => i).filter((i) => !hidden.has(i));
  return {
    data: bars.map((bar) => ({ id: bar.id, label: bar.label, ...Object.fromEntries(shown.map((i) => [`s${i}`, bar.values[i] ?? 0])) })),
    keys: shown.map((i) => `s${i}`),
    colors: shown.map(tintName),
  };
}

/** What the classes of the drawing take their colours from. */
export const drawingColors = ({ series }: Chart): Record<string, string> => tints(series.map(({ color }) => color));
