import { SERIES_COLORS } from '#contracts/core/series-colors.ts';

/** Colours that the colour picker proposes. A record with one of them is drawn in the theme's matching colour, light or dark. */
export const PALETTE: readonly string[] = SERIES_COLORS.map(([, color]) => color);

/** Returns the CSS colour of a record's own colour (`#RRGGBB`). */
export function drawnColor(own: string): string {
  const known = PALETTE.indexOf(own.toUpperCase());
  return known < 0 ? own : `rgb(var(--serie-${known + 1}))`;
}
