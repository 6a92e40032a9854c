import { accise as register } from '#contracts/registers/accise.ts';
import type { Brings } from '../brings.ts';

export const accise: Brings = {
  registers: [{ def: register, menu: { under: 'Attrezzature', order: 20, label: 'Accise' }, list: () => import('./AcciseList.tsx') }],
  prints: () => import('./prints.ts'),
};
