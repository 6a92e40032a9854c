import { Mail } from 'lucide-react';
import { readsPosta } from '#contracts/modules/posta.ts';
import type { Brings } from '../brings.ts';

export const posta: Brings = {
  screens: [{ path: '/home/posta', load: () => import('./Posta.tsx') }],
  profile: [{ label: 'Posta', href: '/home/posta', icon: Mail, order: 50, sees: readsPosta }],
};
