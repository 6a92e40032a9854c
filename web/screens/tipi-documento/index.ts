import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento as register } from '#contracts/registers/tipi-documento.ts';
import type { Brings } from '../brings.ts';

export const tipiDocumento: Brings = {
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
