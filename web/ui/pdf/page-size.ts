/** A phone's browser gives up a canvas beyond about sixteen million points: a large page is drawn coarser, never not at all. */
const MAX_POINTS = 12_000_000;

/** Points of the canvas for each point of the page, at this width on the screen. */
export function drawingScale(page: { width: number; height: number }, shownWidth: number, pixelRatio: number): number {
  const wanted = (shownWidth / page.width) * pixelRatio;
  return Math.min(wanted, Math.sqrt(MAX_POINTS / (page.width * page.height)));
}

export const [MIN_ZOOM, MAX_ZOOM] = [1, 5];
/** One is the width of the screen: there is nothing to see below it. */
export const withinZoom = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(zoom * 100) / 100));

/** Which page one reads: the last that begins above the first third of what is seen. */
export function pageAt(tops: readonly number[], scrolled: number, seen: number): number {
  return Math.max(1, tops.filter((top) => top <= scrolled + seen / 3).length);
}
