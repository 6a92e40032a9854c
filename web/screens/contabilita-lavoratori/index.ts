import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import type { Brings } from '../brings.ts';

export const contabilitaLavoratori: Brings = {
  screens: [{ path: contabilitaChronicle.route, load: () => import('./ContabilitaLavoratori.tsx') }],
  menu: [{ under: 'Personale', order: 20, label: "Contabilita' lavoratori", href: '/home/trpwco', area: 'report' }],
};
