import { personale as register } from '#contracts/registers/personale.ts';
import { FILTER_NAMES as filterNames, serverFilters } from './filters.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const personale: ScreenFolder = {
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
