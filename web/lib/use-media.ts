import { useCallback, useSyncExternalStore } from 'react';

export function useMedium(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const medium = matchMedia(query);
      medium.addEventListener('change', changed);
      return () => medium.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Cards, one column, actions in a bar at the bottom. */
export const usePhone = (): boolean => useMedium('screen and (max-width: 899px)');
/** Hamburger, secondary actions in the "…" menu, panels as drawers. */
export const useNarrow = (): boolean => useMedium('screen and (max-width: 1200px)');
