import type { QueryClient } from '@tanstack/react-query';
import { createElement, type ComponentType } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import { REGISTERS } from '#contracts/registers/index.ts';
import { detailPattern } from '../registers/addresses.ts';
import { askList, NO_SWITCHES, type ListSwitches } from '../registers/list/list-ask.ts';
import { askHome } from './home/home-ask.ts';
import { FILTER_NAMES as MACCHINARI, serverFilters as macchinariFilters } from './macchinari/filters.ts';
import { FILTER_NAMES as NOLEGGI, serverFilters as noleggiFilters } from './noleggi/filters.ts';
import { FILTER_NAMES as PERSONALE, serverFilters as personaleFilters } from './personale/filters.ts';

type Load = () => Promise<{ default: ComponentType }>;

export interface Screen {
  /** Route pattern. */
  path: string;
  load: Load;
  /** Asks for what the screen shows first, beside its code and not after it. */
  ask?(client: QueryClient): void;
}

/** Registers whose list or detail is more than the definition says, by path. What is not here comes from it. */
const OWN: Readonly<Record<string, { list?: Load; switches?: ListSwitches; detail?: Load }>> = {
  macchinari: {
    list: () => import('./macchinari/MacchinariList.tsx'),
    switches: { filterNames: MACCHINARI, serverFilters: macchinariFilters },
    detail: () => import('./macchinari/MacchinaDetail.tsx'),
  },
  accise: { list: () => import('./accise/AcciseList.tsx') },
  manutenzioni: {
    list: () => import('./manutenzioni/ManutenzioniList.tsx'),
    detail: () => import('./manutenzioni/ManutenzioneDetail.tsx'),
  },
  noleggi: {
    list: () => import('./noleggi/NoleggiList.tsx'),
    switches: { filterNames: NOLEGGI, serverFilters: noleggiFilters },
    detail: () => import('./noleggi/NoleggioDetail.tsx'),
  },
  storicoNoleggi: { detail: () => import('./noleggi/PeriodoDetail.tsx') },
  produzione_padre: { list: () => import('./produzione/ProduzioniList.tsx'), detail: () => import('./produzione/ProduzioneDetail.tsx') },
  personale: {
    list: () => import('./personale/PersonaleList.tsx'),
    switches: { filterNames: PERSONALE, serverFilters: personaleFilters },
    detail: () => import('./personale/PersonaleDetail.tsx'),
  },
  costi: { list: () => import('./costi/CostiList.tsx'), detail: () => import('./costi/CostoDetail.tsx') },
  lavorazioni: { detail: () => import('./lavorazioni/LavorazioneDetail.tsx') },
  users: { list: () => import('./membership/Membership.tsx'), detail: () => import('./membership/UtenteDetail.tsx') },
  groups: { detail: () => import('./membership/GruppoDetail.tsx') },
  cantieri: { list: () => import('./cantieri/CantieriList.tsx'), detail: () => import('./cantieri/CantiereDetail.tsx') },
};

/** Without a list of their own, or seen inside other screens, as are the registers that live in another one's record. */
const INSIDE: ReadonlySet<string> = new Set(['users', 'groups']);

/** Screens of no register, or beside it. They come first: a detail's address is wider than theirs. */
const FURTHER: readonly Screen[] = [
  { path: '/home', load: () => import('./home/Home.tsx'), ask: askHome },
  { path: '/home/macchinari/print-qrcode', load: () => import('./etichette/MacchinariLabels.tsx') },
  { path: '/home/personale/print-qrcode', load: () => import('./etichette/PersonaleLabels.tsx') },
  { path: '/home/personale/qrcode/:matricola', load: () => import('./public/PersonaleQr.tsx') },
  { path: '/home/personale/stampa/:id', load: () => import('./stampa/Stampa.tsx') },
  { path: '/home/macchinari/qrcode/:matricola', load: () => import('./public/MacchinaQr.tsx') },
  { path: '/home/macchinari/stampa/:id', load: () => import('./stampa/Stampa.tsx') },
  { path: '/home/archivio/:cartella', load: () => import('./archivio/Archivio.tsx') },
  { path: '/home/report', load: () => import('./report/Report.tsx') },
  { path: '/tabellaxls', load: () => import('./tabellaxls/TabellaXls.tsx') },
  { path: contabilitaChronicle.route, load: () => import('./contabilita-lavoratori/ContabilitaLavoratori.tsx') },
  { path: '/home/posta', load: () => import('./posta/Posta.tsx') },
  { path: '/admin-page', load: () => import('./admin/AdminPage.tsx') },
  { path: '/home/storico', load: () => import('./storico/Storico.tsx') },
];

/** Every screen behind the login, loaded when it is first visited. */
export const SCREENS: readonly Screen[] = [...FURTHER, ...REGISTERS.flatMap(screensOf)];

/** List and detail of a register, at the addresses of its definition. */
function screensOf(def: AnyRegister): Screen[] {
  const own = OWN[def.path] ?? {};
  const inside = def.parent !== undefined || INSIDE.has(def.path);
  const list = own.list ?? (inside ? null : plainList(def));
  const detail = own.detail ?? (inside ? null : plainDetail(def));
  return [
    ...(list
      ? [
          {
            path: def.list.route,
            load: list,
            ...(inside ? {} : { ask: (client: QueryClient) => askList(client, def, own.switches ?? NO_SWITCHES) }),
          },
        ]
      : []),
    ...(detail ? [{ path: detailPattern(def), load: detail }] : []),
  ];
}

function plainList(def: AnyRegister): Load {
  return async () => {
    const { RegisterList } = await import('../registers/list/RegisterList.tsx');
    return { default: () => createElement(RegisterList, { def }) };
  };
}

function plainDetail(def: AnyRegister): Load {
  return async () => {
    const { RegisterDetail } = await import('../registers/form/RegisterDetail.tsx');
    return { default: () => createElement(RegisterDetail, { def }) };
  };
}
