import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento as register } from '#contracts/registers/tipi-documento.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const tipiDocumento: ScreenFolder = {
  registers: [
    { def: register, menu: { under: 'Anagrafiche, Personale', order: 30, label: 'Tipi di documento' } },
    {
      def: requisiti,
      menu: { under: 'Anagrafiche, Personale', order: 40, label: 'Requisiti' },
      list: () => import('./RequisitiList.tsx'),
      detail: () => import('./RequisitoDetail.tsx'),
    },
  ],
};
