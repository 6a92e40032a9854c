import type { ScreenFolder } from '../screen-folder.ts';

export const archivio: ScreenFolder = {
  screens: [{ path: '/home/archivio/:cartella', load: () => import('./Archivio.tsx') }],
};
