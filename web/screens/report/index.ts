import type { Brings } from '../brings.ts';

export const report: Brings = {
  screens: [{ path: '/home/report', load: () => import('./Report.tsx') }],
};
