import { product } from '#contracts/core/decimals.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { faultsOf } from '#contracts/core/faults.ts';
import { priceIn } from '#contracts/modules/giornata.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import type { Row } from '#web/registers/list/columns.ts';
import type { Option } from '#web/ui/inputs/options.ts';

/** Choices of a site for a line: wbs, work items with prices, and their units. */
export interface Site {
  /** `cantieri_wbs` of the site. */
  wbs: readonly Row[];
  /** `cantieri_lavorazioni` of the site, oldest first. */
  items: readonly Row[];
  /** `lavorazioni`: unit and colour. */
  workItems: readonly Row[];
}

/** Fields that a new line takes from the line before. */
const KEPT = ['wbs', 'lavorazione', 'operatore', 'noleggio', 'attrezzatura', 'descrizione'] as const;
/** Fields that a line copied from another day takes, including quantities. */
const COPIED = [...KEPT, 'fermo', 'quantita', 'note'] as const;

const pick = (names: readonly string[], values: Readonly<Values>): Values =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

export const keptFrom = (line: Readonly<Values>): Values => pick(KEPT, line);
export const copyOf = (line: Readonly<Values>): Values => pick(COPIED, line);

export const isFermo = (values: Readonly<Values>): boolean => values['fermo'] === 1;

const texts = (rows: readonly Row[], field: string): string[] => {
  const found = rows.map((row) => row[field]).filter((value): value is string => typeof value === 'string' && value !== '');
  return [...new Set(found)];
};

export const wbsOptions = ({ wbs }: Site): Option[] => texts(wbs, 'descrizione').map((value) => ({ value }));

/** Returns the work items of the chosen wbs; those of the whole site if the wbs has none. */
export function lavorazioneOptions(site: Site, wbs: string | null): Option[] {
  const ofWbs = wbs === null ? [] : site.items.filter((item) => item['descrizione_wbs'] === wbs);
  return texts(ofWbs.length > 0 ? ofWbs : site.items, 'lavorazione').map((value) => {
    const { um, colore } = knownAs(site, value);
    return { value, ...(um ? { detail: um } : {}), ...(colore ? { color: colore } : {}) };
  });
}

/** Returns unit and colour of a work item. */
export function knownAs(
  { workItems }: Pick<Site, 'workItems'>,
  lavorazione: Values[string] | undefined,
): { um: string | null; colore: string | null } {
  const row = workItems.find((one) => one['descrizione'] === lavorazione);
  const text = (value: Values[string] | undefined) => (typeof value === 'string' && value !== '' ? value : null);
  return { um: text(row?.['um']), colore: text(row?.['colore']) };
}

/** Returns the site's current price for a line; the server uses the same. */
export function priceOf({ wbs, items }: Pick<Site, 'wbs' | 'items'>, line: Readonly<Values>): number | null {
  const text = (value: Values[string] | undefined) => (typeof value === 'string' && value !== '' ? value : null);
  const lavorazioni = items.map((item) => ({
    lavorazione: String(item['lavorazione'] ?? ''),
    wbs: text(item['descrizione_wbs']),
    prezzo: typeof item['prezzo'] === 'number' ? item['prezzo'] : null,
  }));
  return priceIn({ wbs: texts(wbs, 'descrizione'), lavorazioni }, line['lavorazione'], line['wbs']) ?? null;
}

/** Returns the value of a line: quantity × current price; `null` while one is missing. */
export function valueOf(site: Pick<Site, 'wbs' | 'items'>, line: Readonly<Values>): number | null {
  return isFermo(line) ? null : product(line['quantita'], priceOf(site, line));
}

/** Returns why the server would refuse the line as a new one of this site, or `null`. */
export function faultIn(site: Pick<Site, 'wbs' | 'items'>, line: Readonly<Values>): string | null {
  const [fault] = Object.values(faultsOf(produzione, { ...line, produzione: valueOf(site, line) }));
  const nameOrNull = (field: string, offered: readonly string[]) => {
    const name = line[field] ?? null;
    return name === null || offered.includes(String(name)) ? undefined : name;
  };
  const wbs = nameOrNull('wbs', texts(site.wbs, 'descrizione'));
  if (wbs !== undefined) return `Il cantiere non ha più la wbs ${wbs}`;
  const lavorazione = nameOrNull('lavorazione', texts(site.items, 'lavorazione'));
  return lavorazione === undefined ? (fault ?? null) : `Il cantiere non ha più la lavorazione ${lavorazione}`;
}

/** Returns a line's name: "JET GROUTING, Fondazione pila 3". */
export function nameOfLine(line: Readonly<Values>): string {
  const what = isFermo(line) ? 'Fermo' : line['lavorazione'];
  return [what, line['wbs']].filter(Boolean).join(', ') || 'Riga senza lavorazione';
}
