import type { ScreenFolder } from '../screen-folder.ts';

export const etichette: ScreenFolder = {
  screens: [
    { path: '/home/macchinari/print-qrcode', load: () => import('./MacchinariLabels.tsx') },
    { path: '/home/personale/print-qrcode', load: () => import('./PersonaleLabels.tsx') },
  ],
};
