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

/** Tells whether the screen is as narrow as a phone's (below 900 px): lists are cards, actions are in a bar at the bottom. */
export const usePhone = (): boolean => useMedium('screen and (max-width: 899px)');
/** Tells whether the screen is at most 1200 px wide: the menu is a hamburger, secondary actions are in "…", panels are drawers. */
export const useNarrow = (): boolean => useMedium('screen and (max-width: 1200px)');
