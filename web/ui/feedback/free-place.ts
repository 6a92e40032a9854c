export interface Box { left: number; right: number; top: number; bottom: number }

const GAP = 8;

/** How much of two boxes is in both. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * The highest place for a box between `from` and `to` where it covers none of `controls`;
 * with no such place, the one where it covers least.
 */
export function freeTop(box: Pick<Box, 'left' | 'right'> & { height: number }, controls: readonly Box[], from: number, to: number): number {
  const beside = controls.filter(({ left, right }) => left < box.right && right > box.left);
  const tops = [from, ...beside.map(({ bottom }) => Math.ceil(bottom + GAP))].filter((top) => top >= from && top + box.height <= to).toSorted((a, b) => a - b);
  const covered = (top: number) => beside.reduce((sum, control) => sum + shared({ ...box, top, bottom: top + box.height }, control), 0);
  return tops.reduce((best, top) => (covered(top) < covered(best) ? top : best), tops[0] ?? from);
}
