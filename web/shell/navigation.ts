import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { MainMenu, Viewer } from './menu.ts';

/** An entry of the profile's menu, before Esci. */
export interface ProfileEntry {
  label: string;
  href: string;
  icon: LucideIcon;
  /** After those with a lower number. */
  order: number;
  sees(who: Viewer): boolean;
}

/** Where one can go from anywhere: what the screens bring. */
export interface Navigation {
  menus: readonly MainMenu[];
  profile: readonly ProfileEntry[];
}

export const NavigationContext = createContext<Navigation>({ menus: [], profile: [] });
export const useNavigation = (): Navigation => useContext(NavigationContext);
