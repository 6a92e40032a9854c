import type { ComponentType } from 'react';

export interface Schermata {
  /** Route pattern. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** The screens of the registers, loaded when they are first visited. */
export const SCHERMATE: readonly Schermata[] = [
  { path: '/home/macchinari', load: () => import('./macchinari/MacchinariList.tsx') },
  { path: '/home/macchinari/print-qrcode', load: () => import('./etichette/Etichette.tsx') },
  { path: '/home/macchinari/qrcode/:matricola', load: () => import('./pubblica/MacchinaQr.tsx') },
  { path: '/home/macchinari/stampa/:id', load: () => import('./stampa/Stampa.tsx') },
  { path: '/home/macchinari/:id', load: () => import('./macchinari/MacchinaDetail.tsx') },
  { path: '/home/archivio/:cartella', load: () => import('./archivio/Archivio.tsx') },
  { path: '/home/accise', load: () => import('./accise/AcciseList.tsx') },
  { path: '/home/accise/:id', load: () => import('./accise/AccisaDetail.tsx') },
  { path: '/home/manutenzioni', load: () => import('./manutenzioni/ManutenzioniList.tsx') },
  { path: '/home/manutenzioni/:id', load: () => import('./manutenzioni/ManutenzioneDetail.tsx') },
  { path: '/home/noleggi', load: () => import('./noleggi/NoleggiList.tsx') },
  { path: '/home/noleggi/dettaglio-noleggi', load: () => import('./noleggi/NoleggioDetail.tsx') },
  { path: '/home/noleggi/dettaglio-noleggi/:id', load: () => import('./noleggi/PeriodoDetail.tsx') },
  { path: '/home/tipologia', load: () => import('./tipologia/TipologiaList.tsx') },
  { path: '/home/tipologia/dettaglio-tipologia', load: () => import('./tipologia/TipologiaDetail.tsx') },
  { path: '/home/meccanici', load: () => import('./meccanici/MeccaniciList.tsx') },
  { path: '/home/meccanici/dettaglio-meccanici', load: () => import('./meccanici/MeccanicoDetail.tsx') },
  { path: '/home/elenco-manutenzioni', load: () => import('./elenco-manutenzioni/ElencoManutenzioniList.tsx') },
  { path: '/home/elenco-manutenzioni/:id', load: () => import('./elenco-manutenzioni/TipoManutenzioneDetail.tsx') },
  { path: '/home/cantieri', load: () => import('./cantieri/CantieriList.tsx') },
  { path: '/home/cantieri/dettaglio-cantiere', load: () => import('./cantieri/CantiereDetail.tsx') },
  { path: '/tabellaxls', load: () => import('./tabellaxls/TabellaXls.tsx') },
  { path: '/home/storico', load: () => import('./storico/Storico.tsx') },
];
