/**
 * Maximum size of a canvas in points. A phone's browser refuses canvases beyond about 16 million, so a large
 * page is drawn coarser.
 */
const MAX_POINTS = 12_000_000;

/** Returns the canvas points per page point, for a page shown at this width. */
export function drawingScale(page: { width: number; height: number }, shownWidth: number, pixelRatio: number): number {
  const wanted = (shownWidth / page.width) * pixelRatio;
  return Math.min(wanted, Math.sqrt(MAX_POINTS / (page.width * page.height)));
}

export const [MIN_ZOOM, MAX_ZOOM] = [1, 5];
/** Limits the zoom to two decimals between 1 (width of the screen) and 5. */
export const withinZoom = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(zoom * 100) / 100));

/** Returns the number of the page being read: the last one that begins above the first third of the view. */
export function pageAt(tops: readonly number[], scrolled: number, seen: number): number {
  return Math.max(1, tops.filter((top) => top <= scrolled + seen / 3).length);
}
