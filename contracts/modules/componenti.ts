import { COMPONENTI, type Componente } from '../registers/manut-macchinari.ts';

/** Further names of components in the maintenance catalogue, where a filter is named after the part it serves. */
const ALSO: readonly (readonly [string, Componente])[] = [
  ['filtro motore', 'filtro_olio'],
  ['filtro olio motore', 'filtro_olio'],
  ['filtro olio idraulico', 'filtro_idraulico'],
];

const BY_NAME: ReadonlyMap<string, Componente> = new Map([...COMPONENTI.map((one) => [one.replaceAll('_', ' '), one] as const), ...ALSO]);

/** Matches the first word that a maintenance item puts before a component's name when the component is renewed. */
const RENEWED = /^(cambio|sostituzione) /;

/**
 * Returns the component of a maintenance plan that an item of a maintenance record names, or `null`. The item must equal the component's
 * name without its unit, or an entry of `ALSO`. Capitals, accents, underscores, repeated spaces and a first word "Cambio" or "Sostituzione"
 * are ignored; word order and further words count.
 */
export function componenteOf(item: string): Componente | null {
  const name = item
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .replace(/ ?\(kg\) ?$/, '')
    .trim();
  return BY_NAME.get(name) ?? BY_NAME.get(name.replace(RENEWED, '')) ?? null;
}
