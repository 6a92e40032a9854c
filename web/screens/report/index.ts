import type { ScreenFolder } from '../screen-folder.ts';

export const report: ScreenFolder = {
  screens: [{ path: '/home/report', load: () => import('./Report.tsx') }],
};
