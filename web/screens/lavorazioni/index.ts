import { lavorazioni as register } from '#contracts/registers/lavorazioni.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const lavorazioni: ScreenFolder = {
  registers: [
    {
      def: register,
      menu: { under: 'Anagrafiche, Cantieri', order: 20, label: 'Lavorazioni' },
      detail: () => import('./LavorazioneDetail.tsx'),
    },
  ],
  prints: () => import('./prints.ts'),
};
