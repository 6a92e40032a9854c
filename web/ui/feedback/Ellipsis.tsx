import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Tooltip } from '../overlays/Tooltip.tsx';

/** Selector of controls that may hold the text. Their focus shows the whole text. */
const CONTROLS = 'a, button, label, [role="option"]';

/** Returns a ref and whether the text in that element is cut; updated when the element is resized. */
function useCut(text: string) {
  const box = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const span = box.current;
    if (!span) return;
    const look = () => setCut(span.scrollWidth > span.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(span);
    look();
    return () => observer.disconnect();
  }, [text]);
  return [box, cut] as const;
}

interface EllipsisProps {
  text: string;
  className?: string;
  /** The text with markup; default: `text`. */
  children?: ReactNode;
}

/** Shows a text on one line, cut with "…" if there is too little room. Hover or focus, its own or its control's, shows the whole text. */
export function Ellipsis({ text, className = '', children = text }: EllipsisProps) {
  const [box, cut] = useCut(text);
  const alone = cut && !box.current?.parentElement?.closest(CONTROLS);
  return (
    <Tooltip text={cut ? text : null} within={CONTROLS} className="flex min-w-0">
      <span ref={box} className={`truncate ${className}`} tabIndex={alone ? 0 : undefined}>
        {children}
      </span>
    </Tooltip>
  );
}
