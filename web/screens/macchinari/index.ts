import { macchinari as register } from '#contracts/registers/macchinari.ts';
import { FILTER_NAMES as filterNames, serverFilters } from './filters.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const macchinari: ScreenFolder = {
  registers: [
    {
      def: register,
      menu: { under: 'Attrezzature', order: 10, label: 'Macchinari' },
      list: () => import('./MacchinariList.tsx'),
      switches: { filterNames, serverFilters },
      detail: () => import('./MacchinaDetail.tsx'),
    },
  ],
  prints: () => import('./prints.ts'),
};
