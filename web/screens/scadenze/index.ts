import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const scadenze: ScreenFolder = {
  registers: [
    {
      def: documentiDitta,
      menu: { under: 'Anagrafiche, Personale', order: 50, label: 'Documenti della ditta' },
      detail: () => import('./DocumentoDittaDetail.tsx'),
    },
  ],
  screens: [{ path: '/home/scadenze', load: () => import('./Scadenze.tsx') }],
  menu: [
    {
      label: 'Scadenze',
      href: '/home/scadenze',
      area: 'macchinari',
      also: ['noleggi_int', 'report', 'cantieri'],
      under: 'Attrezzature',
      order: 90,
    },
  ],
};
