import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Brings } from '../brings.ts';

export const produzione: Brings = {
  registers: [
    {
      def: produzionePadre,
      menu: { under: 'Cantieri', order: 10, label: 'Produzione' },
      list: () => import('./ProduzioniList.tsx'),
      detail: () => import('./ProduzioneDetail.tsx'),
    },
  ],
  prints: () => import('./prints.ts'),
  offline: () => import('./offline.ts'),
};
