import { costi as register } from '#contracts/registers/costi.ts';
import type { Brings } from '../brings.ts';

export const costi: Brings = {
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
