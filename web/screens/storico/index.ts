import { History } from 'lucide-react';
import { seesHistory } from '#web/shell/menu.ts';
import type { Brings } from '../brings.ts';

export const storico: Brings = {
  screens: [{ path: '/home/storico', load: () => import('./Storico.tsx') }],
  profile: [{ label: 'Storico', href: '/home/storico', icon: History, order: 30, sees: seesHistory }],
};
