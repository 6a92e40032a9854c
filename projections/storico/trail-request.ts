import type { Area } from '#contracts/modules/areas.ts';

/** Visible entries: all records of the areas `tutte`, and own records of the areas `proprie`. */
export interface Visibility {
  tutte: readonly Area[];
  proprie: readonly Area[];
  utente: string;
}

export interface TrailRequest {
  utente?: string;
  area?: Area;
  visible?: Visibility;
  /** An event type (`AccisaEliminata.v1`) or a kind of change (`eliminato`). */
  evento?: string;
  tabella?: string;
  id?: string;
  /** Calendar dates in Rome, both included. */
  dal?: string;
  al?: string;
  /** Lists the entries that the folded trail shows as one. */
  gruppo?: string;
  /** Leaves out entries that changed no record. */
  solo?: 'modifiche';
  /** Leaves out the entries that the portal recorded during its setup (`senza`), or lists only those (`solo`). */
  sistema?: 'senza' | 'solo';
  /** Conditions by column. */
  filtri?: Readonly<Record<string, unknown>>;
  /** Words, all of which must be found. */
  cerca?: string;
  /** Page number from 1. */
  pagina: number;
  righe: number;
}

export type TrailSelection = Omit<TrailRequest, 'pagina' | 'righe'>;
