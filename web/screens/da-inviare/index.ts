import type { Brings } from '../brings.ts';

export const daInviare: Brings = {
  screens: [{ path: '/home/da-inviare', load: () => import('./DaInviare.tsx') }],
};
