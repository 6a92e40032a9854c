import { createContext, useContext, useEffect } from 'react';

/** On a phone the head of a list takes the place of the logo in the top bar. */
export interface TopBarSlot {
  element: HTMLElement | null;
  /** The bar makes room until the returned function is called. */
  claim(): () => void;
}

export const TopBarSlotContext = createContext<TopBarSlot | null>(null);

/** Where to render the head; `null` when it stays in the page. */
export function useTopBarSlot(wanted: boolean): HTMLElement | null {
  const slot = useContext(TopBarSlotContext);
  const claim = slot?.claim;
  useEffect(() => (wanted && claim ? claim() : undefined), [wanted, claim]);
  return wanted ? (slot?.element ?? null) : null;
}
