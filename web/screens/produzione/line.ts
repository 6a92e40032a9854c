import type { NameOf } from '#contracts/core/typed-record.ts';
import { product } from '#contracts/core/decimals.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { faultsOf } from '#contracts/core/faults.ts';
import { priceIn } from '#contracts/modules/giornata.ts';
import type { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import type { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import type { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import type { RowOf, SomeValuesOf } from '#web/registers/row.ts';
import type { Option } from '#web/ui/inputs/options.ts';

/** A line as the portal sends it. */
export type Line = RowOf<typeof produzione>;
/** Values of a line that are known so far. */
export type LineValues = SomeValuesOf<typeof produzione>;

/** Choices of a site for a line: wbs, work items with prices, and their units. */
export interface Site {
  /** `cantieri_wbs` of the site. */
  wbs: readonly Pick<RowOf<typeof cantieriWbs>, 'descrizione'>[];
  /** `cantieri_lavorazioni` of the site, oldest first. */
  items: readonly Pick<RowOf<typeof cantieriLavorazioni>, 'lavorazione' | 'descrizione_wbs' | 'prezzo'>[];
  /** `lavorazioni`: unit and colour. */
  workItems: readonly Pick<RowOf<typeof lavorazioni>, 'descrizione' | 'um' | 'colore'>[];
}

/** Fields that a new line takes from the line before. */
const CARRIED = ['wbs', 'lavorazione', 'operatore', 'noleggio', 'attrezzatura', 'descrizione'] as const satisfies readonly NameOf<
  typeof produzione
>[];
/** Fields that a line copied from another day takes, including quantities. */
const COPIED = [...CARRIED, 'fermo', 'quantita', 'note'] as const satisfies readonly NameOf<typeof produzione>[];

const pick = (names: readonly NameOf<typeof produzione>[], values: LineValues): LineValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

export const carriedFrom = (line: LineValues): LineValues => pick(CARRIED, line);
export const copyOf = (line: LineValues): LineValues => pick(COPIED, line);

export const isFermo = (values: LineValues): boolean => values.fermo === 1;

const unique = (names: readonly (string | null)[]): string[] => [...new Set(names.filter((name): name is string => Boolean(name)))];

const namesOf = ({ wbs }: Pick<Site, 'wbs'>): string[] => unique(wbs.map(({ descrizione }) => descrizione));
const itemsIn = (items: Site['items']): string[] => unique(items.map(({ lavorazione }) => lavorazione));

export const wbsOptions = (site: Site): Option[] => namesOf(site).map((value) => ({ value }));

/** Returns the work items of the chosen wbs; those of the whole site if the wbs has none. */
export function lavorazioneOptions(site: Site, wbs: string | null): Option[] {
  const ofWbs = wbs === null ? [] : site.items.filter((item) => item.descrizione_wbs === wbs);
  return itemsIn(ofWbs.length > 0 ? ofWbs : site.items).map((value) => {
    const { um, colore } = knownAs(site, value);
    return { value, ...(um ? { detail: um } : {}), ...(colore ? { color: colore } : {}) };
  });
}

/** Returns unit and colour of a work item. */
export function knownAs(
  { workItems }: Pick<Site, 'workItems'>,
  lavorazione: Values[string] | undefined,
): { um: string | null; colore: string | null } {
  const row = workItems.find((one) => one.descrizione === lavorazione);
  const text = (value: Values[string] | undefined) => (typeof value === 'string' && value !== '' ? value : null);
  return { um: text(row?.um), colore: text(row?.colore) };
}

/** Returns the site's current price for a line; the server uses the same. */
export function priceOf({ wbs, items }: Pick<Site, 'wbs' | 'items'>, line: LineValues): number | null {
  const text = (value: Values[string] | undefined) => (typeof value === 'string' && value !== '' ? value : null);
  const lavorazioni = items.map((item) => ({
    lavorazione: String(item.lavorazione ?? ''),
    wbs: text(item.descrizione_wbs),
    prezzo: item.prezzo,
  }));
  return priceIn({ wbs: namesOf({ wbs }), lavorazioni }, line.lavorazione, line.wbs) ?? null;
}

/** Returns the value of a line: quantity × current price; `null` while one is missing. */
export function valueOf(site: Pick<Site, 'wbs' | 'items'>, line: LineValues): number | null {
  return isFermo(line) ? null : product(line.quantita, priceOf(site, line));
}

/** Returns why the server would refuse the line as a new one of this site, or `null`. */
export function faultIn(site: Pick<Site, 'wbs' | 'items'>, line: LineValues): string | null {
  const [fault] = Object.values(faultsOf(produzione, { ...line, produzione: valueOf(site, line) }));
  const nameOrNull = (field: 'wbs' | 'lavorazione', offered: readonly string[]) => {
    const name = line[field] ?? null;
    return name === null || offered.includes(String(name)) ? undefined : name;
  };
  const wbs = nameOrNull('wbs', namesOf(site));
  if (wbs !== undefined) return `Il cantiere non ha più la wbs ${wbs}`;
  const lavorazione = nameOrNull('lavorazione', itemsIn(site.items));
  return lavorazione === undefined ? (fault ?? null) : `Il cantiere non ha più la lavorazione ${lavorazione}`;
}

/** Returns a line's name: "JET GROUTING, Fondazione pila 3". */
export function nameOfLine(line: LineValues): string {
  const what = isFermo(line) ? 'Fermo' : line.lavorazione;
  return [what, line.wbs].filter(Boolean).join(', ') || 'Riga senza lavorazione';
}
