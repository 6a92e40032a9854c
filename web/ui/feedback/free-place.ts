export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
export interface Place {
  top: number;
  right: number;
}

const GAP = 8;

/** How much of two boxes is in both. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Where a box stands in `room` and covers none of `controls`: as near to the top right corner as can be, below or left of
 * what stands there. With no such place, where it covers least.
 */
export function freePlace({ width, height }: { width: number; height: number }, controls: readonly Box[], room: Box): Place {
  const corner = { top: room.top, right: room.right };
  const tops = [corner.top, ...controls.map(({ bottom }) => Math.ceil(bottom + GAP))];
  const rights = [corner.right, ...controls.map(({ left }) => Math.floor(left - GAP))];
  let best = { ...corner, covered: Number.POSITIVE_INFINITY, far: 0 };
  for (const top of new Set(tops)) {
    if (top < room.top || top + height > room.bottom) continue;
    for (const right of new Set(rights)) {
      if (right > room.right || right - width < room.left) continue;
      const far = top - corner.top + corner.right - right;
      if (best.covered === 0 && far >= best.far) continue;
      const box = { left: right - width, right, top, bottom: top + height };
      const covered = controls.reduce((sum, control) => sum + shared(box, control), 0);
      if (covered < best.covered || (covered === best.covered && far < best.far)) best = { top, right, covered, far };
    }
  }
  return { top: best.top, right: best.right };
}
