import type { Brings } from '../brings.ts';

export const etichette: Brings = {
  screens: [
    { path: '/home/macchinari/print-qrcode', load: () => import('./MacchinariLabels.tsx') },
    { path: '/home/personale/print-qrcode', load: () => import('./PersonaleLabels.tsx') },
  ],
};
