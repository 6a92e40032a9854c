export type Placement = 'bottom-start' | 'bottom-end' | 'bottom' | 'top' | 'top-start';
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
}
interface Size {
  width: number;
  height: number;
}

const MARGIN = 8;

interface Floating {
  anchor: Box;
  box: Size;
  screen: Size;
}

/**
 * Computes the position in px of a floating box: at its anchor, on the other side if there is no room, always on the screen. `gap`: px
 * between anchor and box.
 */
export function place({ anchor, box, screen }: Floating, placement: Placement, gap: number): { left: number; top: number } {
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - box.height;
  const fitsBelow = below + box.height <= screen.height - MARGIN;
  const fitsAbove = above >= MARGIN;
  const onTop = placement.startsWith('top') ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  const left = placement.endsWith('-start')
    ? anchor.left
    : placement === 'bottom-end'
      ? anchor.right - box.width
      : anchor.left + (anchor.width - box.width) / 2;
  return {
    left: Math.round(clamp(left, MARGIN, screen.width - box.width - MARGIN)),
    top: Math.round(clamp(onTop ? above : below, MARGIN, screen.height - box.height - MARGIN)),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
