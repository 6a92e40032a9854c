/** Colours that the colour picker proposes. A record with one of them is drawn in the theme's matching colour, light or dark. */
export const PALETTE = ['#2C6E8C', '#B4632F', '#6A8546', '#5D6874', '#AD8420', '#8E4A55', '#7B6BA6', '#2F8C82', '#6B513F', '#5B8FC7'];

/** Returns the CSS colour of a record's own colour (`#RRGGBB`). */
export function drawnColor(own: string): string {
  const known = PALETTE.indexOf(own.toUpperCase());
  return known < 0 ? own : `rgb(var(--serie-${known + 1}))`;
}
