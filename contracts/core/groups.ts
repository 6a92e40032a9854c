/** Days that a list can group together by a date. */
export const PERIODS = ['giorno', 'mese', 'anno'] as const;

export type Period = (typeof PERIODS)[number];

/** Sum of a summable field over the rows of a group that have the same unit. */
export interface GroupSum {
  campo: string;
  /** `null` for rows whose unit is unknown. */
  unita: string | null;
  somma: number;
}

/** The rows of a list that have the same value in a field. */
export interface Group {
  /** For a period: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. `null` for rows without a value. */
  valore: string | number | null;
  quanti: number;
  somme: GroupSum[];
}

/** A field whose values can be added up. `unit`: a word, or the field of another register that holds each row's unit. */
export interface Summable {
  field: string;
  unit: string | { register: string; key: string; value: string; by: string };
}
