import type { Brings } from '../brings.ts';

export const scadenze: Brings = {
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
