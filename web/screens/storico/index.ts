import { History } from 'lucide-react';
import { seesHistory } from '#web/shell/menu.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const storico: ScreenFolder = {
  screens: [{ path: '/home/storico', load: () => import('./Storico.tsx') }],
  profile: [{ label: 'Storico', href: '/home/storico', icon: History, order: 30, sees: seesHistory }],
};
