import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { MainMenu, Viewer } from './menu.ts';

/** An entry of the profile menu, before Esci. */
export interface ProfileEntry {
  label: string;
  href: string;
  icon: LucideIcon;
  /** Entries are sorted by this number. */
  order: number;
  sees(who: Viewer): boolean;
}

/** Entries of the menus and of the profile menu, contributed by the screens. */
export interface Navigation {
  menus: readonly MainMenu[];
  profile: readonly ProfileEntry[];
}

export const NavigationContext = createContext<Navigation>({ menus: [], profile: [] });
export const useNavigation = (): Navigation => useContext(NavigationContext);
