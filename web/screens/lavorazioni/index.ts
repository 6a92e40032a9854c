import { lavorazioni as register } from '#contracts/registers/lavorazioni.ts';
import type { Brings } from '../brings.ts';

export const lavorazioni: Brings = {
  registers: [
    {
      def: register,
      menu: { under: 'Anagrafiche, Cantieri', order: 20, label: 'Lavorazioni' },
      detail: () => import('./LavorazioneDetail.tsx'),
    },
  ],
  prints: () => import('./prints.ts'),
};
