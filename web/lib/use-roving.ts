import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/**
 * Selector of controls that the arrow keys move between. Text fields are excluded: they need their arrow keys and stay in the tab order.
 */
const ITEMS = 'button:not(:disabled):not([data-own-stop]), input[type="checkbox"]:not(:disabled)';
const STEP: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Makes a row of controls a single tab stop: arrow keys, Home and End move the focus between the controls. */
export function useRoving<E extends HTMLElement>(): { ref: RefObject<E>; onKeyDown(event: KeyboardEvent): void } {
  const ref = useRef<E>(null);
  // popovers over the row handle their own keys
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])].filter((item) => !item.closest('[popover]'));
  const reach = (chosen: HTMLElement | undefined) => {
    for (const item of items()) item.tabIndex = item === chosen ? 0 : -1;
  };
  const current = useRef<HTMLElement>();
  // runs after each render, since controls appear and disappear with the listed data
  useLayoutEffect(() => {
    const all = items();
    if (!current.current || !all.includes(current.current)) current.current = all[0];
    reach(current.current);
  });
  return {
    ref,
    onKeyDown: (event) => {
      const all = items();
      const at = all.indexOf(event.target as HTMLElement);
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : at + (STEP[event.key] ?? 0);
      const next = all[to];
      if (at < 0 || to === at || !next || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      current.current = next;
      reach(next);
      next.focus();
    },
  };
}
