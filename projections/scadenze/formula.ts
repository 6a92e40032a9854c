/**
 * A maintenance record, once for each item that the record names. Per item only the newest record counts. If that record sets hours
 * (`ore_scadenza`), the item is due when the machine reaches them; if not, the item has no deadline.
 */
export interface Intervento {
  id: number;
  data: string | null;
  voce: string;
  ore_scadenza: number | null;
}

export interface Scadenza {
  /** Number of the maintenance record that set the deadline. */
  intervento: number;
  manutenzione: string;
  ore_scadenza: number;
  ore_attuali: number;
  /** Remaining hours; the item is due at zero or less. */
  ore_mancanti: number;
}

/** Item of a deadline set by a record that names no item. */
export const GENERIC_ENTRY = 'Manutenzione';

/** Maximum length of an item in characters, which is the maximum of the catalogue's texts. */
const MAX_ENTRY = 255;

/** Returns the items of a record. A record that sets hours but names no item gets the item `GENERIC_ENTRY`. */
export function entriesOf(manutenzione: string | null | undefined, oreScadenza: number | null | undefined): string[] {
  const entries = new Set(
    (manutenzione ?? '')
      .split(',')
      .map((entry) => entry.trim().slice(0, MAX_ENTRY))
      .filter(Boolean),
  );
  if (entries.size === 0 && oreScadenza != null) return [GENERIC_ENTRY];
  return [...entries];
}

/** Checks whether `a` is newer than `b`: by date, then by number. A record without a date is older than any with a date. */
export function newer(a: Intervento, b: Intervento): boolean {
  const [dataA, dataB] = [a.data ?? '', b.data ?? ''];
  return dataA === dataB ? a.id > b.id : dataA > dataB;
}

export function scadenzeOf(interventi: readonly Intervento[], readOre: readonly (number | null)[]): Scadenza[] {
  const latest = new Map<string, Intervento>();
  for (const intervento of interventi) {
    const last = latest.get(intervento.voce);
    if (!last || newer(intervento, last)) latest.set(intervento.voce, intervento);
  }
  const ore_attuali = readOre.reduce<number>((max, ore) => Math.max(max, ore ?? 0), 0);
  return [...latest.values()].flatMap(({ id, voce, ore_scadenza }) =>
    ore_scadenza === null
      ? []
      : [{ intervento: id, manutenzione: voce, ore_scadenza, ore_attuali, ore_mancanti: centesimi(ore_scadenza - ore_attuali) }],
  );
}

/** Rounds hours to two decimals, since a difference of floats can have more. */
export const centesimi = (ore: number): number => Math.round(ore * 100) / 100;
