import { commenti as register } from '#contracts/registers/commenti.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const commenti: ScreenFolder = {
  registers: [{ def: register, inside: true, detail: () => import('./CommentPlace.tsx') }],
};
