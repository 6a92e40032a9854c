import { guasti as register } from '#contracts/registers/guasti.ts';
import { puntiControllo } from '#contracts/registers/punti-controllo.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const guasti: ScreenFolder = {
  registers: [
    {
      def: register,
      menu: { under: 'Attrezzature', order: 35, label: 'Guasti' },
      list: () => import('./GuastiList.tsx'),
      detail: () => import('./FaultDetail.tsx'),
    },
    { def: puntiControllo },
  ],
  screens: [{ path: '/home/guasti/segnala/:matricola', load: () => import('./Report.tsx') }],
  offline: () => import('./offline.ts'),
};
