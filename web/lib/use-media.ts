import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const subscribe = useCallback((changed: () => void) => {
    const media = matchMedia(query);
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Cards, one column, actions in a bar at the bottom. */
export const usePhone = (): boolean => useMedia('screen and (max-width: 899px)');
/** Hamburger, secondary actions in the "…" menu, panels as drawers. */
export const useNarrow = (): boolean => useMedia('screen and (max-width: 1200px)');
