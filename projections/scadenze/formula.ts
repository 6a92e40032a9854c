/**
 * When a machine's maintenance is due. Per item (a maintenance record can name several) the newest
 * record counts, and only if it sets a figure: a later one of the same item without a figure settles
 * it. A machine is due when its hours reach the figure.
 */
export interface Intervento {
  id: number;
  data: string | null;
  voce: string;
  ore_scadenza: number | null;
}

export interface Scadenza {
  /** Number of the maintenance record that set it. */
  intervento: number;
  manutenzione: string;
  ore_scadenza: number;
  ore_attuali: number;
  /** Zero or less: due. */
  ore_mancanti: number;
}

/** Of a figure set by a record that names no item. */
export const GENERIC_ENTRY = 'Manutenzione';

/** An item is a text of the catalogue, which has no longer ones. */
const MAX_ENTRY = 255;

/** The items of a record. Without items it is about maintenance in general, when it sets a figure. */
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

/** By date, then by number; a record without a date is older than any with one. */
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

/** Hours have two decimals; a difference of floats can have more. */
export const centesimi = (ore: number): number => Math.round(ore * 100) / 100;
