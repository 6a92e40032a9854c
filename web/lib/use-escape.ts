import { useEffect, useRef } from 'react';

/** Selector of elements over the page that handle Escape themselves. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Runs a function on Escape, unless a dialog, a menu or a field handles the key. `undefined`: no listener. */
export function useEscape(run: (() => void) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  const active = run !== undefined;
  useEffect(() => {
    if (!active) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.repeat || event.isComposing || document.querySelector(OVER)) return;
      event.preventDefault();
      latest.current?.();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [active]);
}
