/** The palette that the colour picker proposes: a record that took one of them follows light and dark, in charts and beside its name alike. */
export const PALETTE = ['#2C6E8C', '#B4632F', '#6A8546', '#5D6874', '#AD8420', '#8E4A55', '#7B6BA6', '#2F8C82', '#6B513F', '#5B8FC7'];

/** A record's own colour (`#RRGGBB`) as it is drawn, for CSS. */
export function drawnColor(own: string): string {
  const known = PALETTE.indexOf(own.toUpperCase());
  return known < 0 ? own : `rgb(var(--serie-${known + 1}))`;
}
