import { personale as register } from '#contracts/registers/personale.ts';
import { FILTER_NAMES as filterNames, serverFilters } from './filters.ts';
import type { Brings } from '../brings.ts';

export const personale: Brings = {
  registers: [
    {
      def: register,
      menu: { under: 'Personale', order: 10, label: 'Report' },
      list: () => import('./PersonaleList.tsx'),
      switches: { filterNames, serverFilters },
      detail: () => import('./PersonaleDetail.tsx'),
    },
  ],
  prints: () => import('./prints.ts'),
};
