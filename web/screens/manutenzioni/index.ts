import { manutenzioni as register } from '#contracts/registers/manutenzioni.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const manutenzioni: ScreenFolder = {
  registers: [
    {
      def: register,
      menu: { under: 'Attrezzature', order: 30, label: 'Manutenzioni' },
      list: () => import('./ManutenzioniList.tsx'),
      detail: () => import('./ManutenzioneDetail.tsx'),
    },
  ],
  prints: () => import('./prints.ts'),
  offline: () => import('./offline.ts'),
};
