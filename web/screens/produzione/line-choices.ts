import { lavorazioneOptions, type LineValues, type Site } from './line.ts';

/** Values that each choice in a line's dialog changes. */
export const choose = {
  /** Chooses production or a stop, which has no quantity. */
  kind: (kind: 'produzione' | 'fermo'): LineValues => (kind === 'fermo' ? { fermo: 1, quantita: null } : { fermo: 0 }),
  /** Chooses a wbs. A work item outside the wbs is cleared; if the wbs has only one, it is chosen. */
  wbs(site: Site, line: LineValues, wbs: string | null): LineValues {
    const offered = lavorazioneOptions(site, wbs).map(({ value }) => value);
    const now = line.lavorazione ?? null;
    const kept = now !== null && offered.includes(String(now)) ? now : null;
    return { wbs, lavorazione: kept ?? (wbs !== null && offered.length === 1 ? offered[0]! : null) };
  },
  /** Switches between own equipment and rentals, and clears the chosen equipment. */
  noleggio: (on: boolean): LineValues => ({ noleggio: on ? 1 : 0, attrezzatura: null, descrizione: null }),
} as const;
