import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const produzione: ScreenFolder = {
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
