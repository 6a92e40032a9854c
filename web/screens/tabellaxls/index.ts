import type { ScreenFolder } from '../screen-folder.ts';

export const tabellaXls: ScreenFolder = {
  screens: [{ path: '/tabellaxls', load: () => import('./TabellaXls.tsx') }],
};
