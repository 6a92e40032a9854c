import { CircleUserRound, History, Mail, Settings, type LucideIcon } from 'lucide-react';
import { readsPosta } from '#contracts/modules/posta.ts';
import { seesAdminArea, seesHistory, type Viewer } from './menu.ts';

/** Entries of the profile menu before Esci. */
export function profileEntries(who: Viewer): { label: string; href: string; icon: LucideIcon }[] {
  return [
    { label: 'Profilo', href: '/membership', icon: CircleUserRound },
    ...(seesAdminArea(who) ? [{ label: 'Admin Area', href: '/admin-page', icon: Settings }] : []),
    ...(seesHistory(who) ? [{ label: 'Storico', href: '/home/storico', icon: History }] : []),
    ...(readsPosta(who) ? [{ label: 'Posta', href: '/home/posta', icon: Mail }] : []),
  ];
}
