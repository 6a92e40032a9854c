/** The seven columns of the log that are only marked, and the maintenance types that mark them. */
export const ITEMS = [
  { id: 'olio_motore', etichetta: 'Olio motore', tipi: ['Cambio Olio Motore', 'Olio Motore'] },
  { id: 'filtro_motore', etichetta: 'Filtro olio motore', tipi: ['Filtro Motore', 'Filtro Olio Motore'] },
  { id: 'olio_idraulico', etichetta: 'Olio idraulico', tipi: ['Cambio Olio Idraulico', 'Olio Idraulico'] },
  { id: 'filtro_idraulico', etichetta: 'Filtro idraulico', tipi: ['Filtro Olio idraulico', 'Filtro Idraulico'] },
  { id: 'filtro_gasolio', etichetta: 'Filtro gasolio', tipi: ['Filtro Gasolio'] },
  { id: 'filtro_aria_interno', etichetta: 'Filtro aria interno', tipi: ['Filtro Aria Interno'] },
  { id: 'filtro_aria_esterno', etichetta: 'Filtro aria esterno', tipi: ['Filtro Aria Esterno'] },
] as const;
export type Item = (typeof ITEMS)[number]['id'];

/** People rename types: capitals and spaces make no difference. */
const key = (kind: string): string => kind.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('it');
const BY_TYPE: ReadonlyMap<string, Item> = new Map(ITEMS.flatMap(({ id, tipi }) => tipi.map((kind) => [key(kind), id] as const)));

/** The items of a record (one text joined by comma and space): the columns they mark, and those that have none. */
export function itemsOf(manutenzione: string | number | null | undefined): { voci: ReadonlySet<Item>; altre: string[] } {
  const kinds = String(manutenzione ?? '')
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '');
  const entries = kinds.flatMap((kind) => BY_TYPE.get(key(kind)) ?? []);
  return { voci: new Set(entries), altre: kinds.filter((kind) => !BY_TYPE.has(key(kind))) };
}
