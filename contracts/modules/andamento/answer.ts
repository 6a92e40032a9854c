import type { AnyRegister } from '../../core/define-register.ts';
import type { ValuesOf } from '../../core/typed-record.ts';
import type { costi } from '../../registers/costi.ts';
import type { produzione } from '../../registers/produzione.ts';
import type { storicoNoleggi } from '../../registers/storico-noleggi.ts';
import type { BudgetEstimate } from './estimate.ts';

/**
 * Responses of `GET api/cantieri/andamento`. Amounts in euro, exact to the cent. A figure that the person may not see, or that is unknown,
 * is absent, never 0; `Mancano` distinguishes the two.
 */
export interface Figures {
  produzione: number;
  costi?: number;
  noleggi?: number;
  manodopera?: number;
  /** Production less all costs; only for people who see all records of each. */
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
  /** Production of its lines until today, to compare with the budget. Only for people who see all lines. */
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
  /** Number of days on which the equipment worked. */
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
  /** Euro of the budget used until the last day of the month; only for sites with a budget, and for people who see all lines. */
  consumato?: number;
}

/** Figures of the last twelve months, the current month last, regardless of the period. */
export interface Curva {
  mesi: PuntoCurva[];
  /** Estimated end of a budget that is not used up. */
  stima?: BudgetEstimate;
}

export const CURVE_MONTHS = 12;

/** Data missing from the figures; a key exists only if the person may see that figure. */
export interface Mancano {
  /** Rentals without a rate. */
  noleggi?: string[];
  /** Rentals without a start date. */
  inizi?: string[];
  /** Whole months of the period for which no usable accounting run exists. */
  manodopera?: string[];
  /** Months that the period covers in part: their labour is not counted. */
  mesi_parziali?: string[];
}

/** A site in the list. */
export interface AndamentoSintesi extends Figures {
  commessa: string;
  committente: string | null;
  /** Figures of the previous period; for a period still running, only as many days as have passed. */
  precedente: Figures;
  budget: Budget;
  mancano: Mancano;
  /** Figures that contain only the person's own records. */
  solo_tue: ('produzione' | 'costi' | 'noleggi')[];
  /** Production of the last twelve months, the running one last. */
  ultimi_mesi: number[];
}

/**
 * Figures for sites that do not exist (any more) and so have no row in the list. Contains only figures of which the person sees all
 * records.
 */
export interface OnUnknownSites extends Figures {
  commesse: string[];
}

export interface Budget {
  /** Quantity of the budget; set only where all budgeted items have the same unit. */
  quantita: number | null;
  importo: number | null;
  /** Euro produced until today by the work items that have a budget; only for people who see all lines. */
  consumato?: number;
}

export interface Andamento extends AndamentoSintesi {
  /** Figures from the start of the site until today, with the data they lack. */
  in_tutto: Figures & { mancano: Mancano };
  lavorazioni: RigaLavorazione[];
  operatori: RigaOperatore[];
  attrezzature: RigaAttrezzatura[];
  mesi: RigaMese[];
  curva: Curva;
}

export const FIGURES = ['produzione', 'costi', 'noleggi', 'manodopera'] as const;

type ValuesAt<D extends AnyRegister, Name extends keyof ValuesOf<D>> = { [name in Name]: Exclude<ValuesOf<D>[name], undefined> };

/** Row behind each figure; the rows' `importo` sum to the figure. */
export interface RigaVoce {
  produzione: ValuesAt<
    typeof produzione,
    'id_intestazione' | 'data' | 'lavorazione' | 'wbs' | 'operatore' | 'attrezzatura' | 'quantita' | 'prezzo'
  > & { id: number; unita: string | null; importo: number };
  costi: ValuesAt<typeof costi, 'data' | 'wbs' | 'tipologia_costo' | 'quantita'> & { id: number; prezzo: number | null; importo: number };
  noleggi: ValuesAt<typeof storicoNoleggi, 'matricola' | 'tariffa'> & {
    id: number;
    id_noleggi: number;
    /** `null`, as `giorni`, for a rental without a start date. */
    dal: string | null;
    al: string | null;
    giorni: number | null;
    /** `null` for a rental without a rate or a start date. */
    importo: number | null;
  };
  manodopera: { numero: number; mese: string; importo: number };
}
