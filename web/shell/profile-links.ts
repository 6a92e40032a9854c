import { CircleUserRound, History, Settings, type LucideIcon } from 'lucide-react';
import { vedeAdminArea, vedeStorico, type Spettatore } from './menu.ts';

/** Entries of the profile menu before Esci. */
export function vociProfilo(chi: Spettatore): { label: string; href: string; icon: LucideIcon }[] {
  return [
    { label: 'Profilo', href: '/membership', icon: CircleUserRound },
    ...(vedeAdminArea(chi) ? [{ label: 'Admin Area', href: '/admin-page', icon: Settings }] : []),
    ...(vedeStorico(chi) ? [{ label: 'Storico', href: '/home/storico', icon: History }] : []),
  ];
}
