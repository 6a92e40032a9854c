import type { Brings } from '../brings.ts';

export const tabellaXls: Brings = {
  screens: [{ path: '/tabellaxls', load: () => import('./TabellaXls.tsx') }],
};
