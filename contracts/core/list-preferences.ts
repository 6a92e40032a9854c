/** Widths that a column may have, in pixels. */
export const COLUMN_WIDTHS = { min: 56, max: 640 };

/** Limits of what the portal keeps of a person's lists. */
export const PREFERENCE_LIMITS = { bytes: 8_000, lists: 200 };

/** Heights of the rows of a list. */
export const DENSITIES = ['compatta', 'comoda', 'tocco'] as const;
export type DensityName = (typeof DENSITIES)[number];

/** Columns of a list as a person arranged them, on the wire: what differs from the definition. */
export interface WireColumns {
  ordine: string[];
  visibili: Record<string, boolean>;
  /** Pixels. */
  larghezze: Record<string, number>;
  /** Columns pinned at the left edge. */
  bloccate: string[];
}

/** Columns and density of a list, as one person set them. */
export interface Preference {
  colonne?: WireColumns | undefined;
  densita?: DensityName | undefined;
}

/** A list with what one person set. */
export interface KnownPreference {
  /** Name of the list: a register's path, or the name of another grid. */
  lista: string;
  contenuto: Preference;
}
