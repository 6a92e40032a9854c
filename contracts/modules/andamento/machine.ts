import { z } from 'zod';
import type { DueItem } from '../scadenze/board.ts';
import { daySchema } from '../../core/request-schema.ts';
import { isOrdered, isShort, long, ordered, text } from './request.ts';

/** A site where the machine worked, the latest first. */
export interface CantiereMacchina {
  commessa: string;
  dal: string;
  al: string;
  giorni: number;
}

/**
 * Figures of a machine in a period or a month of it; the cost is absent for who does not see maintenance, the days worked for who does not
 * see production.
 */
export interface FigureMacchina {
  /** By the counters: what they went up from reading to reading, of the day of the later one. */
  ore: number;
  giorni_lavorati?: number;
  /** Days that it stood still for a fault. */
  fermo_giorni: number;
  costi_manutenzione?: number;
}

export interface MeseMacchina extends FigureMacchina {
  /** `YYYY-MM`. */
  mese: string;
}

/** Days on which it stood still, both included. */
export interface Fermo {
  dal: string;
  al: string;
}

/** Answer of `GET api/macchinari/andamento`. */
export interface AndamentoMacchina extends FigureMacchina {
  matricola: string;
  /** The cost counts only the person's own maintenance records. */
  solo_tue?: true;
  /** Days worked and sites count only the person's own production days. */
  solo_tue_giornate?: true;
  mesi: MeseMacchina[];
  /** The last twelve months, the running one last, whatever the period is. */
  ultimi_mesi: MeseMacchina[];
  /** Periods of those months in which a fault stopped the machine. */
  fermi: Fermo[];
  /** Sites where the machine worked, of those that the person sees. Absent without the right to see sites and production. */
  cantieri?: CantiereMacchina[];
  prossime: DueItem[];
}

export const machineRequest = z
  .object({ matricola: text('Serve una matricola').min(1, { error: 'Serve una matricola' }), dal: daySchema, al: daySchema })
  .refine(isOrdered, ordered)
  .refine(isShort, long);
