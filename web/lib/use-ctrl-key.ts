import { useEffect, useRef } from 'react';

/** Runs a function on Ctrl and a letter (⌘ on a Mac) instead of the browser's own shortcut, wherever the focus is. */
export function useCtrlKey(letter: string, active: boolean, run: () => unknown): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!active) return;
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [letter, active]);
}

/** Saves on Ctrl+S (⌘S). */
export const useSaveKey = (active: boolean, save: () => Promise<unknown>): void => useCtrlKey('s', active, save);
