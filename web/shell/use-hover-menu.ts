import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';

/** Milliseconds after opening by hover during which a press keeps the menu open instead of closing it. */
const JUST_OPENED = 400;

/**
 * Manages a dropdown that opens on hover, click and keyboard (Enter, Space, ↓). Arrow keys move in the dropdown; Escape, leaving, or focus
 * elsewhere closes it.
 */
export function useHoverMenu() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const openedAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = () => {
    clearTimeout(timer.current);
    setOpen((was) => {
      if (!was) openedAt.current = Date.now();
      return true;
    });
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-voce]') ?? [])];
  const focusItem = (step: number) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at < 0 && step < 0 ? all.length - 1 : at + step + all.length) % all.length]?.focus();
  };
  return {
    open,
    hide,
    rootProps: {
      ref: root,
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') show();
      },
      // a short delay lets the pointer cross the corner between button and menu
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') timer.current = setTimeout(() => setOpen(false), 120);
      },
      onBlur: (event: FocusEvent) => {
        if (!root.current?.contains(event.relatedTarget as Node | null)) hide();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && open) {
          hide();
          root.current?.querySelector('button')?.focus();
        }
        if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.altKey) return;
        event.preventDefault();
        if (open) return focusItem(event.key === 'ArrowDown' ? 1 : -1);
        show();
        requestAnimationFrame(() => focusItem(event.key === 'ArrowDown' ? 1 : -1));
      },
    },
    buttonProps: {
      'aria-expanded': open,
      'aria-haspopup': true as const,
      onClick: () => {
        if (!open) show();
        else if (Date.now() - openedAt.current > JUST_OPENED) hide();
      },
    },
  };
}
