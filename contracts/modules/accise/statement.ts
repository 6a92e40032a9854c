/** The excise statement as it goes over the wire (`GET api/accise/dichiarazione`). */
export interface RigaDichiarazione {
  matricola: string;
  /** Empty: of readings that name none. */
  cantiere: string | null;
  /** Hours at the first and at the last reading that the row counts; empty where none shows them. */
  ore_inizio: number | null;
  ore_fine: number | null;
  /** What is counted between them: intervals of other sites and those that count nothing left out. */
  ore: number;
  giri_inizio: number | null;
  giri_fine: number | null;
  giri: number;
  /** Whole litres; empty without a consumption curve. */
  litri: number | null;
  ammessa: 0 | 1;
  /** Why it is admitted or not, and why litres are missing. */
  motivo: string;
  lacune: string[];
}

export interface Totale {
  litri: number;
  litri_ammessi: number;
}

/** Who closed the quarter, and when. */
export interface Closing {
  quando: string;
  utente: string;
}

export interface Dichiarazione {
  data: RigaDichiarazione[];
  totale: Totale;
  chiusa: Closing | null;
  /** 1: made of the person's own readings alone, who may see no others. */
  proprie: 0 | 1;
}

/** Sums of the rounded rows. */
export function totalOf(rows: readonly Pick<RigaDichiarazione, 'litri' | 'ammessa'>[]): Totale {
  const litresOf = (some: typeof rows) => some.reduce((sum, { litri }) => sum + (litri ?? 0), 0);
  return { litri: litresOf(rows), litri_ammessi: litresOf(rows.filter(({ ammessa }) => ammessa === 1)) };
}
