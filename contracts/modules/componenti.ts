import { COMPONENTI, type Componente } from '../registers/manut-macchinari.ts';

/** What the catalogue of maintenance calls the filters whose name it takes from what they clean. */
const ALSO: readonly (readonly [string, Componente])[] = [
  ['filtro motore', 'filtro_olio'],
  ['filtro olio motore', 'filtro_olio'],
  ['filtro olio idraulico', 'filtro_idraulico'],
];

const BY_NAME: ReadonlyMap<string, Componente> = new Map([...COMPONENTI.map((one) => [one.replaceAll('_', ' '), one] as const), ...ALSO]);

/** What is said of a component when it is renewed. */
const RENEWED = /^(cambio|sostituzione) /;

/**
 * The component of a maintenance plan that an item of a maintenance record names, if any: it reads the
 * same as the component's name without its unit, or as one of `ALSO`. Capitals, accents, underscores and the
 * number of spaces make no difference, nor a first word "Cambio" or "Sostituzione"; the order of
 * the words does, and so does every word more.
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
