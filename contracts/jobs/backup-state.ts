import { addDays, instantOf, romeDate } from '../core/dates.ts';

const HOUR = 3_600_000;
/** A backup each day, and two hours for it to be made in. */
const OVERDUE_MS = 26 * HOUR;
const WEEK_MS = 7 * 24 * HOUR;

/** The hour of a day, by the clock of Rome. */
const atHour = (day: string, hour: string): Date => new Date(instantOf(`${day}T${hour}:00`));

/** The night whose hour has come last. */
export function nightOf(now: Date, hour: string): string {
  const today = romeDate(now);
  return now >= atHour(today, hour) ? today : addDays(today, -1);
}

export function nextBackup(now: Date, hour: string): Date {
  return atHour(addDays(nightOf(now, hour), 1), hour);
}

/** `since`: the last good backup; where there is none, when it was first waited for. */
export const isOverdue = (now: Date, since: Date): boolean => now.getTime() - since.getTime() > OVERDUE_MS;

/** Once a week, with the backup of the night; an hour less, since a night begins when it can. */
export const isTestDue = (now: Date, last: Date | null): boolean => last === null || now.getTime() - last.getTime() > WEEK_MS - HOUR;

/** `data.salvataggio` of `GET api/amministrazione/stato`. */
export interface BackupState {
  /** BACKUP_DIR is set: one is made each night. */
  attivo: boolean;
  /** ISO instant; `null` where none is made by itself. */
  prossimo: string | null;
  inRitardo: boolean;
  /** ISO instant of the last good one that was made by itself, which alone says whether they are late. */
  notte: string | null;
  /** What is waiting or under way; `null`: nothing is. */
  inCorso: { cosa: 'salvataggio' | 'prova'; messaggio: string | null } | null;
  /** The last good one of all. */
  ultimo: {
    /** Made by hand, into a place of its own. */
    aMano: boolean;
    /** ISO instant of what was saved. */
    momento: string;
    byte: number;
    eventi: number;
    documenti: number;
    byteDocumenti: number;
    mancanti: number;
    /** Paths of some of them. */
    esempi: string[];
    /** What was wrong with those before it. */
    avviso: string | null;
    cifrato: boolean;
  } | null;
  /** The last one failed. */
  errore: { quando: string; messaggio: string } | null;
  /** The last restore that was tried. */
  prova: { quando: string; riuscita: boolean; messaggio: string } | null;
}
