/** A row of the excise statement in the response of `GET api/accise/dichiarazione`. */
export interface RigaDichiarazione {
  matricola: string;
  /** Site; empty for readings that name none. */
  cantiere: string | null;
  /** Hours at the first and the last counted reading; empty if no reading shows hours. */
  ore_inizio: number | null;
  ore_fine: number | null;
  /** Hours counted between them, without intervals of other sites and uncounted ones. */
  ore: number;
  giri_inizio: number | null;
  giri_fine: number | null;
  giri: number;
  /** Whole litres; empty without a consumption curve. */
  litri: number | null;
  ammessa: 0 | 1;
  /** Reason why the machine is admitted or not, and why litres are missing. */
  motivo: string;
  lacune: string[];
}

export interface Totale {
  litri: number;
  litri_ammessi: number;
}

/** The closing of a quarter: person and time. */
export interface Closing {
  quando: string;
  utente: string;
}

export interface Dichiarazione {
  data: RigaDichiarazione[];
  totale: Totale;
  chiusa: Closing | null;
  /** 1: the person may see only own readings, and the statement is made of these. */
  proprie: 0 | 1;
}

/** Sums the rounded rows. */
export function totalOf(rows: readonly Pick<RigaDichiarazione, 'litri' | 'ammessa'>[]): Totale {
  const litresOf = (some: typeof rows) => some.reduce((sum, { litri }) => sum + (litri ?? 0), 0);
  return { litri: litresOf(rows), litri_ammessi: litresOf(rows.filter(({ ammessa }) => ammessa === 1)) };
}
