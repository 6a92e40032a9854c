import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Floating } from './Floating.tsx';

interface TooltipProps {
  /** `null`: there is nothing to say. */
  text: ReactNode;
  /** Uses the text as the child's accessible name (an icon button), not as a description. */
  asLabel?: boolean;
  /** Selector of the control that the child may stand in: its keyboard focus opens the tooltip too. */
  within?: string;
  className?: string;
  children: ReactNode;
}

/** Shows a text beside its child after 400 ms of hover, or at once on keyboard focus. Escape hides the text. */
export function Tooltip({ text, asLabel = false, within, className, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [open, setOpen] = useState(false);
  const id = useId();
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const control = within && text !== null ? anchor.current?.parentElement?.closest(within) : undefined;
    if (!control) return;
    const shown = new AbortController();
    const { signal } = shown;
    control.addEventListener('focusin', ({ target }) => (target as Element).matches(':focus-visible') && setOpen(true), { signal });
    control.addEventListener('focusout', () => setOpen(false), { signal });
    return () => shown.abort();
  }, [within, text]);
  return (
    <span
      ref={anchor}
      className={className ?? 'inline-flex'}
      aria-describedby={open && !asLabel ? id : undefined}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') timer.current = setTimeout(() => setOpen(true), 400);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setOpen(true);
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide();
      }}
    >
      {children}
      {open && text !== null ? (
        <Floating anchor={anchor} placement="bottom" className="tooltip" role="tooltip" id={id}>
          {text}
        </Floating>
      ) : null}
    </span>
  );
}
