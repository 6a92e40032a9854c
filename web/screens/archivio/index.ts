import type { Brings } from '../brings.ts';

export const archivio: Brings = {
  screens: [{ path: '/home/archivio/:cartella', load: () => import('./Archivio.tsx') }],
};
