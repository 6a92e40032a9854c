import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/** Buttons, switches and checkboxes; a field to type in keeps its arrows and a stop of its own. */
const ITEMS = 'button:not(:disabled):not([data-own-stop]), input[type="checkbox"]:not(:disabled)';
const STEP: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** A row of controls that is one stop for Tab: arrows, Home and End go from one to the next. */
export function useRoving<E extends HTMLElement>(): { ref: RefObject<E>; onKeyDown(event: KeyboardEvent): void } {
  const ref = useRef<E>(null);
  // what floats over the row has keys of its own
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])].filter((item) => !item.closest('[popover]'));
  const reach = (chosen: HTMLElement | undefined) => {
    for (const item of items()) item.tabIndex = item === chosen ? 0 : -1;
  };
  const current = useRef<HTMLElement>();
  // after each drawing: controls come and go with what is listed
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
