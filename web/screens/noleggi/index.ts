import { noleggi as register } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { FILTER_NAMES as filterNames, serverFilters } from './filters.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const noleggi: ScreenFolder = {
  registers: [
    {
      def: register,
      menu: { under: 'Attrezzature', order: 40, label: 'Noleggi' },
      list: () => import('./NoleggiList.tsx'),
      switches: { filterNames, serverFilters },
      detail: () => import('./NoleggioDetail.tsx'),
    },
    { def: storicoNoleggi, detail: () => import('./PeriodoDetail.tsx') },
  ],
  prints: () => import('./prints.ts'),
};
