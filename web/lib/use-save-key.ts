import { useEffect, useRef } from 'react';

/** Ctrl+S (⌘S) saves, wherever the cursor is. */
export function useSaveKey(active: boolean, save: () => Promise<unknown>): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!active) return;
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [active]);
}
