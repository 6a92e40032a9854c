import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import type { ScreenFolder } from '../screen-folder.ts';

export const contabilitaLavoratori: ScreenFolder = {
  screens: [{ path: contabilitaChronicle.route, load: () => import('./ContabilitaLavoratori.tsx') }],
  menu: [{ under: 'Personale', order: 20, label: "Contabilita' lavoratori", href: '/home/trpwco', area: 'report' }],
};
