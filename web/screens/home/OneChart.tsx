import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type ReactNode, type TouchEvent } from 'react';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

export interface Panel {
  title: string;
  panel: ReactNode;
}

/** Minimum horizontal distance of a swipe in px. */
const SWIPE = 60;

/** Checks whether a touched element scrolls sideways itself, and so keeps its touches. */
const moves = (target: EventTarget, within: Element): boolean => {
  for (let at = target as Element | null; at && at !== within; at = at.parentElement) if (at.scrollWidth > at.clientWidth + 1) return true;
  return false;
};

/** Shows one chart at a time on a phone, chosen in a menu or by a swipe. */
export function OneChart({ panels }: { panels: readonly Panel[] }) {
  const [at, setAt] = useState(0);
  const touchStart = useRef<{ x: number; y: number } | null>(null);
  const step = (by: number) => setAt((old) => (old + by + panels.length) % panels.length);
  const touch = {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const finger = touches[0];
      touchStart.current =
        finger && touches.length === 1 && !moves(target, currentTarget) ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!touchStart.current || !finger) return;
      const [x, y] = [finger.clientX - touchStart.current.x, finger.clientY - touchStart.current.y];
      touchStart.current = null;
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
    },
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" {...touch}>
      <div className="flex items-center gap-2 print:hidden" role="group" aria-label="Grafici">
        <IconButton icon={ChevronLeft} label="Grafico prima" className="!h-11 !w-11" onClick={() => step(-1)} />
        <Menu
          anchor="bottom-start"
          button={
            <button type="button" className="input !h-11 flex-1">
              <span className="flex-1 text-left font-semibold">{panels[at]?.title}</span>
              <span className="num text-ink-3">{`${at + 1} di ${panels.length}`}</span>
              <ChevronDown className="icon-sm" aria-hidden />
            </button>
          }
        >
          {panels.map(({ title }, i) => (
            <MenuItem key={title} chosen={i === at} onClick={() => setAt(i)}>
              {title}
            </MenuItem>
          ))}
        </Menu>
        <IconButton icon={ChevronRight} label="Grafico dopo" className="!h-11 !w-11" onClick={() => step(1)} />
      </div>
      {panels[at]?.panel}
    </div>
  );
}
