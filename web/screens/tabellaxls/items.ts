/** The seven columns of the log that are only checked, with the maintenance types that check them. */
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

/** Normalizes a maintenance type, ignoring case and spaces, since people edit the names of types. */
const key = (kind: string): string => kind.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('it');
const BY_TYPE: ReadonlyMap<string, Item> = new Map(ITEMS.flatMap(({ id, tipi }) => tipi.map((kind) => [key(kind), id] as const)));

/** Splits a record's maintenance types (joined by comma and space) into checked columns and types without a column. */
export function itemsOf(manutenzione: string | number | null | undefined): { voci: ReadonlySet<Item>; altre: string[] } {
  const kinds = String(manutenzione ?? '')
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '');
  const entries = kinds.flatMap((kind) => BY_TYPE.get(key(kind)) ?? []);
  return { voci: new Set(entries), altre: kinds.filter((kind) => !BY_TYPE.has(key(kind))) };
}
