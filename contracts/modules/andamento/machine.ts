import { z } from 'zod';
import type { DueItem } from '../scadenze/board.ts';
import { daySchema } from '../../core/request-schema.ts';
import { isOrdered, isShort, SHORT_PERIOD, ORDERED_PERIOD, text } from './request.ts';

/** A site where the machine worked, the latest first. */
export interface CantiereMacchina {
  commessa: string;
  dal: string;
  al: string;
  giorni: number;
}

/**
 * Figures of a machine in a period or one of its months. The cost is absent for people who may not see maintenance, the days worked for
 * people who may not see production.
 */
export interface FigureMacchina {
  /** Hours worked: increases of the counter between readings, attributed to the day of the later reading. */
  ore: number;
  giorni_lavorati?: number;
  /** Number of days on which a fault stopped the machine. */
  fermo_giorni: number;
  costi_manutenzione?: number;
}

export interface MeseMacchina extends FigureMacchina {
  /** `YYYY-MM`. */
  mese: string;
}

/** A period in which a fault stopped the machine, both days included. */
export interface Fermo {
  dal: string;
  al: string;
}

/** Response of `GET api/macchinari/andamento`. */
export interface AndamentoMacchina extends FigureMacchina {
  matricola: string;
  /** The cost counts only the person's own maintenance records. */
  solo_tue?: true;
  /** Days worked and sites count only the person's own production days. */
  solo_tue_giornate?: true;
  mesi: MeseMacchina[];
  /** Figures of the last twelve months, the current month last, regardless of the period. */
  ultimi_mesi: MeseMacchina[];
  /** Periods of those months in which a fault stopped the machine. */
  fermi: Fermo[];
  /** Sites where the machine worked and that the person may see. Absent without the right to see sites and production. */
  cantieri?: CantiereMacchina[];
  prossime: DueItem[];
}

export const machineRequest = z
  .object({ matricola: text('Serve una matricola').min(1, { error: 'Serve una matricola' }), dal: daySchema, al: daySchema })
  .refine(isOrdered, ORDERED_PERIOD)
  .refine(isShort, SHORT_PERIOD);
