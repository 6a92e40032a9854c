import { FileInput } from 'lucide-react';
import { AREE } from '#contracts/modules/areas.ts';
import { mayImport } from '#contracts/modules/importa.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const importa: ScreenFolder = {
  screens: [{ path: '/home/importa', load: () => import('./Importa.tsx') }],
  profile: [
    {
      label: 'Importa',
      href: '/home/importa',
      icon: FileInput,
      order: 25,
      sees: (who) => AREE.some((area) => mayImport(who, { access: { area, write: 'area' } })),
    },
  ],
};
