import { costi as register } from '#contracts/registers/costi.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const costi: ScreenFolder = {
  registers: [
    {
      def: register,
      menu: { under: 'Cantieri', order: 20, label: 'Costi' },
      list: () => import('./CostiList.tsx'),
      detail: () => import('./CostoDetail.tsx'),
    },
  ],
  prints: () => import('./prints.ts'),
};
