import type { Brings } from '../brings.ts';

export const publicPages: Brings = {
  screens: [
    { path: '/home/macchinari/qrcode/:matricola', load: () => import('./MacchinaQr.tsx') },
    { path: '/home/personale/qrcode/:matricola', load: () => import('./PersonaleQr.tsx') },
  ],
};
