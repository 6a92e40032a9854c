import { totalOf, type Chart } from './model.ts';

/** Values of the earlier period, in the order of the bars. */
export interface Ghost {
  /** "ottobre". */
  name: string;
  totals: readonly number[];
}

export interface DrawnChart {
  chart: Chart;
  /** Series that the legend has switched off. */
  hidden: ReadonlySet<number>;
  /** Values of the period before; none in charts with horizontal bars. */
  ghost?: Ghost | undefined;
  /** "OPERATORI". */
  title: string;
  /** Accessible name of the drawing. */
  label: string;
  /** Opens the table with the bars that do not fit. */
  onOthers?(): void;
}

/** Splits a list into the first items and the rest. The line that announces the rest takes the place of one item. */
export const firstOf = <T>(all: readonly T[], most: number): [first: readonly T[], others: readonly T[]] =>
  all.length <= most ? [all, []] : [all.slice(0, most - 1), all.slice(most - 1)];

/** A piece of a bar, from one figure to another. */
export interface Part {
  color: string;
  from: number;
  to: number;
}

export interface DrawnBar {
  id: string;
  label: string;
  total: number;
  /** Total of the period before. */
  before?: number;
  parts: readonly Part[];
}

/** Returns the bars to draw; hidden series and zero values have no part. */
export function drawnBars({ series, bars }: Chart, hidden: ReadonlySet<number>, ghost?: Ghost): DrawnBar[] {
  return bars.map((bar, i) => {
    let at = 0;
    const parts = series.flatMap(({ color }, i): Part[] => {
      const value = hidden.has(i) ? 0 : (bar.values[i] ?? 0);
      return value > 0 ? [{ color, from: at, to: (at += value) }] : [];
    });
    return { id: bar.id, label: bar.label, total: totalOf(bar, hidden), parts, ...(ghost ? { before: ghost.totals[i] ?? 0 } : {}) };
  });
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const RADIUS = 2;
/** Minimum length in px of a part that gets a gap of one pixel to the next. */
const APART = 4;
const px = (value: number): number => Math.round(value * 100) / 100;

/** Returns one SVG path per colour of a bar, since a firm may have hundreds of machines stacked in it. */
export function pathsOf({ parts }: Pick<DrawnBar, 'parts'>, box: Box, lying: boolean): [color: string, path: string][] {
  const end = parts.at(-1)?.to ?? 0;
  const scale = end > 0 ? (lying ? box.width : box.height) / end : 0;
  const paths = new Map<string, string>();
  for (const part of parts) {
    const [start, full] = [part.from * scale, (part.to - part.from) * scale];
    const last = part.to === end;
    const length = px(last || full < APART ? full : full - 1);
    const radius = last ? px(Math.min(RADIUS, full, (lying ? box.height : box.width) / 2)) : 0;
    const piece = lying
      ? lyingPiece({ x: px(box.x + start), y: px(box.y), width: length, height: px(box.height) }, radius)
      : standingPiece({ x: px(box.x), y: px(box.y + box.height - start), width: px(box.width), height: length }, radius);
    paths.set(part.color, (paths.get(part.color) ?? '') + piece);
  }
  return [...paths];
}

/** Returns the path of a horizontal piece from its upper left corner, with a rounded right end. */
const lyingPiece = ({ x, y, width, height }: Box, r: number): string =>
  r === 0
    ? `M${x} ${y}h${width}v${height}h${-width}z`
    : `M${x} ${y}h${px(width - r)}a${r} ${r} 0 0 1 ${r} ${r}v${px(height - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${r}h${px(r - width)}z`;

/** Returns the path of a vertical piece from its lower left corner, with a rounded top. */
const standingPiece = ({ x, y, width, height }: Box, r: number): string =>
  r === 0
    ? `M${x} ${y}v${-height}h${width}v${height}z`
    : `M${x} ${y}v${px(r - height)}a${r} ${r} 0 0 1 ${r} ${-r}h${px(width - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${px(height - r)}z`;
