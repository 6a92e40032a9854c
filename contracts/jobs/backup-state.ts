import { addDays, instantOf, romeDate } from '../core/dates.ts';

const HOUR = 3_600_000;
/** Longest age of the last backup in milliseconds: one backup a day, and two hours to make it. */
const OVERDUE_MS = 26 * HOUR;
const WEEK_MS = 7 * 24 * HOUR;

/** Returns the instant of an hour of a day, by the clock of Rome. */
const atHour = (day: string, hour: string): Date => new Date(instantOf(`${day}T${hour}:00`));

/** Returns the day of the latest night whose backup hour has passed. */
export function nightOf(now: Date, hour: string): string {
  const today = romeDate(now);
  return now >= atHour(today, hour) ? today : addDays(today, -1);
}

export function nextBackup(now: Date, hour: string): Date {
  return atHour(addDays(nightOf(now, hour), 1), hour);
}

/** Checks whether the backup is overdue. `since`: the last good backup, or the start of waiting if there is none. */
export const isOverdue = (now: Date, since: Date): boolean => now.getTime() - since.getTime() > OVERDUE_MS;

/** Checks whether the weekly restore test is due. It runs with the night's backup; one hour of tolerance, since a night's start varies. */
export const isTestDue = (now: Date, last: Date | null): boolean => last === null || now.getTime() - last.getTime() > WEEK_MS - HOUR;

/** `data.salvataggio` of `GET api/amministrazione/stato`. */
export interface BackupState {
  /** True if BACKUP_DIR is set: a backup is made each night. */
  attivo: boolean;
  /** ISO instant of the next nightly backup; `null` where none is scheduled. */
  prossimo: string | null;
  inRitardo: boolean;
  /** ISO instant of the last good scheduled backup; only scheduled backups count for `inRitardo`. */
  notte: string | null;
  /** The backup or restore test that is queued or running; `null` if there is none. */
  inCorso: { cosa: 'salvataggio' | 'prova'; messaggio: string | null } | null;
  /** The last good backup, scheduled or manual. */
  ultimo: {
    /** True for a manual backup, which is stored in a place of its own. */
    aMano: boolean;
    /** ISO instant of the state that was saved. */
    momento: string;
    byte: number;
    eventi: number;
    documenti: number;
    byteDocumenti: number;
    mancanti: number;
    /** Paths of some missing documents. */
    esempi: string[];
    /** Warning about faults in earlier backups. */
    avviso: string | null;
    cifrato: boolean;
  } | null;
  /** The failure of the last backup, if the last one failed. */
  errore: { quando: string; messaggio: string } | null;
  /** The last restore test. */
  prova: { quando: string; riuscita: boolean; messaggio: string } | null;
}
