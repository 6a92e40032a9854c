import { useEffect, useRef } from 'react';

/** Over the page: Escape is theirs. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Escape, where nothing nearer has taken it: a dialog, an open list of choices, a search that it empties. */
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
