import type { ScreenFolder } from '../screen-folder.ts';

export const scansiona: ScreenFolder = {
  screens: [
    { path: '/home/scansiona', load: () => import('./Scansiona.tsx') },
    { path: '/home/condividi', load: () => import('./SharedPhoto.tsx') },
  ],
  menu: [{ label: 'Scansiona', href: '/home/scansiona', area: 'macchinari', also: ['report'], under: 'Attrezzature', order: 5 }],
};
