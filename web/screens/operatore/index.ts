import { operatore as register } from '#contracts/registers/operatore.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const operatore: ScreenFolder = {
  registers: [
    {
      def: register,
      menu: { under: 'Anagrafiche, Personale', order: 20, label: 'Operatori', soloAdmin: true },
      detail: () => import('./OperatoreDetail.tsx'),
    },
  ],
};
