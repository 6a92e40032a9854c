import { acciseChronicle } from '#contracts/modules/accise/chronicle.ts';
import { accise as register } from '#contracts/registers/accise.ts';
import { curveConsumo } from '#contracts/registers/curve-consumo.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const accise: ScreenFolder = {
  registers: [
    { def: register, menu: { under: 'Attrezzature', order: 20, label: 'Accise' }, list: () => import('./AcciseList.tsx') },
    { def: curveConsumo, menu: { under: 'Anagrafiche, Attrezzature', order: 40, label: 'Curve di consumo' } },
  ],
  screens: [{ path: acciseChronicle.route, load: () => import('./Dichiarazione.tsx') }],
  menu: [{ under: 'Attrezzature', order: 25, label: 'Dichiarazione accise', href: acciseChronicle.route, area: 'accise' }],
  prints: () => import('./prints.ts'),
};
