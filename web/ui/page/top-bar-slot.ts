import { createContext, useContext, useEffect } from 'react';

/** Place in the top bar of a phone where a list's head replaces the logo. */
export interface TopBarSlot {
  element: HTMLElement | null;
  /** Hides the logo until the returned function is called. */
  claim(): () => void;
}

export const TopBarSlotContext = createContext<TopBarSlot | null>(null);

/** Returns the element of the top bar to render the head into; `null` when the head stays in the page. */
export function useTopBarSlot(enabled: boolean): HTMLElement | null {
  const slot = useContext(TopBarSlotContext);
  const claim = slot?.claim;
  useEffect(() => (enabled && claim ? claim() : undefined), [enabled, claim]);
  return enabled ? (slot?.element ?? null) : null;
}
