import { CircleUserRound } from 'lucide-react';
import { groups } from '#contracts/registers/groups.ts';
import { users } from '#contracts/registers/users.ts';
import { seesMembership } from './membership-rights.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const membership: ScreenFolder = {
  registers: [
    { def: users, inside: true, list: () => import('./Membership.tsx'), detail: () => import('./UtenteDetail.tsx') },
    { def: groups, inside: true, detail: () => import('./GruppoDetail.tsx') },
  ],
  profile: [{ label: 'Profilo', href: '/membership', icon: CircleUserRound, order: 10, sees: () => true }],
  // one's own profile is at `/membership` itself
  reserved: { '/membership/': seesMembership },
};
