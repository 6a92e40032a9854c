import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Tooltip } from '../overlays/Tooltip.tsx';

/** Selector of controls that may hold the text. Their focus shows the whole text. */
const CONTROLS = 'a, button, label, [role="option"]';

/** Whether a text has less room than it needs, as its box changes. */
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
  /** The text as it is written, where it has parts of its own. */
  children?: ReactNode;
}

/** A text on one line; with too little room it ends in … and the whole is shown on hover and on focus, its own or its control's. */
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
