import type { Catalogue } from '../core/catalogue.ts';
import type { TypeChange } from '../core/record-change.ts';
import { AREA_NAMES, type Area } from './areas.ts';

/** Names of the kinds of change, as shown to people. */
export const CHANGE_NAMES: Readonly<Record<TypeChange, string>> = {
  creato: 'Creazione',
  modificato: 'Modifica',
  eliminato: 'Eliminazione',
  ripristinato: 'Ripristino',
  caricato: 'Documento caricato',
  rinominato: 'Documento rinominato',
  'file-eliminato': 'Documento eliminato',
  aperto: 'Documento aperto',
  altro: 'Altro',
};

const ORIGIN_NAMES: Readonly<Record<string, string>> = {
  web: 'Schermate',
  api: 'Api',
  job: 'Operazioni',
  sistema: 'Portale',
  importazione: 'Importazioni',
  demo: 'Dati dimostrativi',
};

type Name = string | null | undefined;

/** Returns the name of what recorded an entry, as shown to people. */
export const originName = (origin: Name): Name => (origin ? (ORIGIN_NAMES[origin] ?? origin) : origin);

/** Returns the name of an entry's area, as shown to people. */
export const areaName = (area: Name): Name => (area ? (AREA_NAMES[area as Area] ?? area) : area);

/** Returns the name of an entry's register or chronicle: "Macchinari". */
export function registerName(catalogue: Pick<Catalogue, 'register' | 'toldBy'>, path: string): string {
  const name = catalogue.register(path)?.labels.many ?? catalogue.toldBy(path)?.labels.one ?? path;
  return name.charAt(0).toLocaleUpperCase('it') + name.slice(1);
}
