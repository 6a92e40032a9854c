import type { BudgetEstimate } from './estimate.ts';

/**
 * Answers of `GET api/cantieri/andamento`. Amounts in euro, exact to the cent. What the person may not
 * see, or nobody knows, is not there, never 0: `Mancano` tells the two apart.
 */
export interface Figures {
  produzione: number;
  costi?: number;
  noleggi?: number;
  manodopera?: number;
  /** Production less all that it cost; only for who sees all of each. */
  margine?: number;
}

export interface RigaLavorazione {
  lavorazione: string | null;
  wbs: string | null;
  unita: string | null;
  quantita: number;
  produzione: number;
  budget_quantita: number | null;
  budget_importo: number | null;
  /** Of its budget, until today: what lines priced by it produced. Only for who sees all lines. */
  consumato_quantita?: number;
  consumato_importo?: number;
}

export interface RigaOperatore {
  operatore: string | null;
  unita: string | null;
  quantita: number;
  produzione: number;
}

export interface RigaAttrezzatura {
  attrezzatura: string | null;
  /** On which it worked. */
  giorni: number;
  unita: string | null;
  quantita: number;
  produzione: number;
}

export interface RigaMese extends Figures {
  /** `YYYY-MM`. */
  mese: string;
}

/** A month of the curve. */
export interface PuntoCurva extends RigaMese {
  /** Euro of the budget used until its last day; only for who sees all lines, of a site with a budget. */
  consumato?: number;
}

/** The last twelve months, the running one last, whatever the period is. */
export interface Curva {
  mesi: PuntoCurva[];
  /** Of a budget that is not used up. */
  stima?: BudgetEstimate;
}

export const CURVE_MONTHS = 12;

/** What the figures do not hold because nobody knows it; a key is there for who sees the figure. */
export interface Mancano {
  /** Rentals without a rate. */
  noleggi?: string[];
  /** Rentals that do not say when they began. */
  inizi?: string[];
  /** Months that the period covers whole and no usable run of the accounting has. */
  manodopera?: string[];
  /** Months that it covers in part: their labour is not counted. */
  mesi_parziali?: string[];
}

/** A site in the list. */
export interface AndamentoSintesi extends Figures {
  commessa: string;
  committente: string | null;
  /** Of a running period as many days of the one before as have passed. */
  precedente: Figures;
  budget: Budget;
  mancano: Mancano;
  /** Figures that hold the person's own records alone. */
  solo_tue: ('produzione' | 'costi' | 'noleggi')[];
  /** Production of the last twelve months, the running one last. */
  ultimi_mesi: number[];
}

/** What a period holds on sites that do not exist (any more): in no row of the list. Only what the person sees all of. */
export interface OnUnknownSites extends Figures {
  commesse: string[];
}

export interface Budget {
  /** Only where all that has one is counted in the same unit. */
  quantita: number | null;
  importo: number | null;
  /** Euro produced until today of the work items that have a budget; only for who sees all lines. */
  consumato?: number;
}

export interface Andamento extends AndamentoSintesi {
  /** From the beginning until today, with what that lacks. */
  in_tutto: Figures & { mancano: Mancano };
  lavorazioni: RigaLavorazione[];
  operatori: RigaOperatore[];
  attrezzature: RigaAttrezzatura[];
  mesi: RigaMese[];
  curva: Curva;
}

export const FIGURES = ['produzione', 'costi', 'noleggi', 'manodopera'] as const;

/** A row of a figure; the rows' `importo` sum to it. */
export interface RigaVoce extends Readonly<Record<string, string | number | null>> {
  importo: number | null;
}
