/** The highest reading that a machine, its maintenance or its excise records tell: its deadlines are counted from it. `null` for a machine without one. */
export function hoursNow(row: Readonly<Record<string, unknown>> | null | undefined): number | null {
  const now = row?.['ore_tot'];
  return typeof now === 'number' ? now : null;
}

/** The machines that the firm still has: neither sold nor scrapped, which are one choice of the form. */
export const IN_USE = { stato_attuale: { diverso: ['Venduto', 'Demolito'] } };
