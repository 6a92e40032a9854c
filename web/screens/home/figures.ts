import { formatEuro, formatNumber } from '#web/lib/format.ts';

/** Formats a figure exactly, with its unit: "70,5 ml", "€ 82.517,35". */
export const figureText = (value: number, unit: string): string =>
  unit === '€' ? formatEuro(value) : `${formatNumber(value, 3)}${unit ? ` ${unit}` : ''}`;

/** Formats a figure on an axis. */
export const axisText = (value: number, unit: string): string =>
  unit === '€' ? `€ ${formatNumber(value, 0)}` : formatNumber(value, value < 10 ? 1 : 0);
