import { Mail } from 'lucide-react';
import { readsPosta } from '#contracts/modules/posta.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const posta: ScreenFolder = {
  screens: [{ path: '/home/posta', load: () => import('./Posta.tsx') }],
  profile: [{ label: 'Posta', href: '/home/posta', icon: Mail, order: 50, sees: readsPosta }],
};
