import { useEffect, useRef, type RefObject } from 'react';

/** Calls `close` on a press outside `root`, on Escape, or when the focus leaves `root`, while `open` is true. */
export function useDismiss(root: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const outside = (target: EventTarget | null) => target instanceof Node && !root.current?.contains(target);
    const press = (event: PointerEvent) => {
      if (outside(event.target)) latest.current();
    };
    const focus = (event: FocusEvent) => {
      if (outside(event.target)) latest.current();
    };
    const key = (event: KeyboardEvent) => {
      // a popover inside this panel (a calendar, a list of options) closes first
      if (event.key !== 'Escape' || root.current?.querySelector('[popover] [popover]')) return;
      // stop the event, so that Escape does not also close the dialog around this panel
      event.stopPropagation();
      const inside = root.current?.contains(document.activeElement);
      latest.current();
      if (inside) root.current?.querySelector<HTMLElement>('input, button')?.focus();
    };
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('focusin', focus);
    document.addEventListener('keydown', key, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('keydown', key, true);
    };
  }, [open, root]);
}
