import { useEffect, useRef } from 'react';

/** Ctrl and a letter (⌘ on a Mac) does this instead of what the browser would, wherever the cursor is. */
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

/** Ctrl+S (⌘S) saves. */
export const useSaveKey = (active: boolean, save: () => Promise<unknown>): void => useCtrlKey('s', active, save);
