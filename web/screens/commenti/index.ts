import { commenti as register } from '#contracts/registers/commenti.ts';
import type { Brings } from '../brings.ts';

export const commenti: Brings = {
  registers: [{ def: register, inside: true, detail: () => import('./CommentPlace.tsx') }],
};
