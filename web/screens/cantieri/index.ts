import { cantieri as register } from '#contracts/registers/cantieri.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const cantieri: ScreenFolder = {
  registers: [
    {
      def: register,
      menu: { under: 'Anagrafiche, Cantieri', order: 10, label: 'Cantieri' },
      list: () => import('./CantieriList.tsx'),
      detail: () => import('./CantiereDetail.tsx'),
    },
  ],
  screens: [{ path: '/home/andamento', load: () => import('./andamento/Sites.tsx') }],
  menu: [{ under: 'Cantieri', order: 30, label: 'Andamento', href: '/home/andamento', area: 'costi' }],
  prints: () => import('./prints.ts'),
};
