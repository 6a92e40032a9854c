import { Settings, ShieldCheck } from 'lucide-react';
import { marcatore } from '#contracts/core/permissions.ts';
import { seesAdminArea, seesHistory } from '#web/shell/menu.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const admin: ScreenFolder = {
  screens: [
    { path: '/admin-page', load: () => import('./AdminPage.tsx') },
    { path: '/home/accessi', load: () => import('./AccessesPage.tsx') },
  ],
  profile: [
    { label: 'Admin Area', href: '/admin-page', icon: Settings, order: 20, sees: seesAdminArea },
    { label: 'Accessi', href: '/home/accessi', icon: ShieldCheck, order: 40, sees: seesHistory },
  ],
  reserved: { '/admin-page': ({ groupID }) => marcatore(groupID) === 'admin' },
};
