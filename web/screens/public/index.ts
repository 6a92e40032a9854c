import type { ScreenFolder } from '../screen-folder.ts';

export const publicPages: ScreenFolder = {
  screens: [
    { path: '/home/macchinari/qrcode/:matricola', load: () => import('./MacchinaQr.tsx') },
    { path: '/home/personale/qrcode/:matricola', load: () => import('./PersonaleQr.tsx') },
  ],
};
