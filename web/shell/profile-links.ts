import { CircleUserRound, History, Settings, type LucideIcon } from 'lucide-react';
import { seesAdminArea, seesHistory, type Viewer } from './menu.ts';

/** Entries of the profile menu before Esci. */
export function profileEntries(who: Viewer): { label: string; href: string; icon: LucideIcon }[] {
  return [
    { label: 'Profilo', href: '/membership', icon: CircleUserRound },
    ...(seesAdminArea(who) ? [{ label: 'Admin Area', href: '/admin-page', icon: Settings }] : []),
    ...(seesHistory(who) ? [{ label: 'Storico', href: '/home/storico', icon: History }] : []),
  ];
}
