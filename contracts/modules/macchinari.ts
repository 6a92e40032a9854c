/** The highest reading that a machine, its maintenance or its excise records tell: its deadlines are counted from it. `null` for a machine without one. */
export function hoursNow(row: Readonly<Record<string, unknown>> | null | undefined): number | null {
  const now = row?.['ore_tot'];
  return typeof now === 'number' ? now : null;
}

/** The machines that the firm still has: neither sold nor scrapped, which are one choice of the form. */
export const IN_USE = { stato_attuale: { diverso: ['Venduto', 'Demolito'] } };

/** A row of `GET api/scadenzaManutenzioni`: one per machine and item that is due. */
export interface MachineDue {
  matricola: string;
  descrizione: string | null;
  manutenzione: string;
  /** The figure that the hours are to reach; `null` for what is due by months alone. */
  ore_scadenza: number | null;
  ore_attuali: number;
  /** Zero or less, unless it is due by its date. */
  ore_mancanti: number | null;
  /** The date that its months are to reach. */
  scadenza: string | null;
  /** "Filtro olio: oltre di 12 h". */
  motivo: string;
}

/** What the reason begins with of a machine that stands still for a fault; it is the first. */
export const STOPPED = 'Ferma per guasto';
export const isStop = (reason = ''): boolean => reason.startsWith(STOPPED);

/** What is due of a machine, in words, the most urgent first. */
export function whyDue(row: Readonly<Record<string, unknown>> | null | undefined): string[] {
  const why = row?.['manutenzione_motivo'];
  return typeof why === 'string' ? why.split('\n') : [];
}
