import { SERIES_COLORS } from '#contracts/core/series-colors.ts';

/** Colours that the colour picker proposes. A record with one of them is drawn in the theme's matching colour, light or dark. */
export const PALETTE: readonly string[] = SERIES_COLORS.map(([, color]) => color);

/** Returns the CSS colour of a record's own colour (`#RRGGBB`). */
export function drawnColor(color: string): string {
  const index = PALETTE.indexOf(color.toUpperCase());
  return index < 0 ? color : `rgb(var(--serie-${index + 1}))`;
}
