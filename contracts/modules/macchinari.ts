/**
 * Returns the current hours of a machine: the highest reading of its own, its maintenance or its excise records. Deadlines by hours are
 * counted from it. `null` for a machine without a reading.
 */
export function hoursNow(row: Readonly<Record<string, unknown>> | null | undefined): number | null {
  const now = row?.['ore_tot'];
  return typeof now === 'number' ? now : null;
}

/** Filter for the machines in use: neither sold nor scrapped. */
export const IN_USE = { stato_attuale: { diverso: ['Venduto', 'Demolito'] } };

/** A row of `GET api/scadenzaManutenzioni`: one per machine and due item. */
export interface MachineDue {
  matricola: string;
  descrizione: string | null;
  manutenzione: string;
  /** Hours at which the maintenance is due; `null` for maintenance by months only. */
  ore_scadenza: number | null;
  ore_attuali: number;
  /** Remaining hours, zero or less; positive only if the item is due by its date. */
  ore_mancanti: number | null;
  /** Date by which the maintenance is due by months. */
  scadenza: string | null;
  /** "Filtro olio: oltre di 12 h". */
  motivo: string;
}

/** Prefix of the reason for a machine stopped by a fault; that reason is the first in the list. */
export const STOPPED = 'Ferma per guasto';
export const isStop = (reason = ''): boolean => reason.startsWith(STOPPED);

/** Returns the reasons why maintenance of a machine is due, most urgent first. */
export function whyDue(row: Readonly<Record<string, unknown>> | null | undefined): string[] {
  const why = row?.['manutenzione_motivo'];
  return typeof why === 'string' ? why.split('\n') : [];
}

/** Returns "4 manutenzioni dovute, da 81 h". `since`: time since the most overdue one was due ("da 81 h"); empty if it was just reached. */
export const maintenancesDue = (count: number, since: string): string => [`${count} manutenzioni dovute`, since].filter(Boolean).join(', ');

const OVERDUE = /oltre di ([\d.]+(?:,\d+)?) h/i;
const PAST = /scaduta il (\d{4}-\d{2}-\d{2})/;
const hoursOf = (text: string): number => Number(text.replaceAll('.', '').replace(',', '.'));

/** Returns how long the most overdue one is due: "da 81 h", "dal 2026-11-03"; empty if it was just reached. */
function sinceWhen(due: readonly string[]): string {
  const hours = due.flatMap((reason) => OVERDUE.exec(reason)?.[1] ?? []).toSorted((a, b) => hoursOf(b) - hoursOf(a));
  if (hours[0] !== undefined) return `da ${hours[0]} h`;
  const days = due.flatMap((reason) => PAST.exec(reason)?.[1] ?? []).toSorted();
  return days[0] === undefined ? '' : `dal ${days[0]}`;
}

/** Joins the reasons of a machine in one line: the stop, then the only maintenance due or "4 manutenzioni dovute, da 81 h". */
export function dueInWords(reasons: readonly string[]): string {
  const due = reasons.filter((reason) => !isStop(reason));
  const said = due.length > 1 ? maintenancesDue(due.length, sinceWhen(due)) : due[0];
  return [...reasons.filter((reason) => isStop(reason)), ...(said === undefined ? [] : [said])].join(', ');
}
