import { askHome } from './home-ask.ts';
import type { Brings } from '../brings.ts';

export const home: Brings = {
  screens: [{ path: '/home', load: () => import('./Home.tsx'), ask: askHome }],
};
