import { REMINDERS_PATH } from './reminder-names.ts';

/**
 * Why it did not: refused for good; not sent for now, and tried again; left with no word of what came
 * of it, and not sent a second time; nowhere to send it.
 */
export const FAILURES = ['respinto', 'rimandato', 'incerto', 'senza_indirizzo'] as const;
export type ReminderFailure = (typeof FAILURES)[number];

export const FAILURE_WORDS: Readonly<Record<ReminderFailure, string>> = {
  respinto: 'respinto',
  rimandato: 'non inviato',
  incerto: 'forse non arrivato',
  senza_indirizzo: 'senza indirizzo e-mail',
};

/** Of one person and one morning: its key in the history, and the end of its streams' names. */
export const reminderKey = (giorno: string, memberID: string): string => `${giorno}-${memberID}`;
export const reminderStream = (giorno: string, memberID: string): string => `${REMINDERS_PATH}-${reminderKey(giorno, memberID)}`;

/** A row of `GET api/scadenze/promemoria`: the last digest of a person. */
export interface ReminderRow {
  /** YYYY-MM-DD */
  giorno: string;
  destinatario: string;
  nome: string | null;
  esito: 'inviato' | ReminderFailure;
  /** ISO instant. */
  quando: string;
  /** How many things due were in it. */
  righe: number;
  /** What the mail server said, or what is to be done. */
  spiegazione: string | null;
}

/** What `POST api/scadenze/promemoria` answers once it has run. */
export interface RemindersRun {
  /** Mails that it sent itself. */
  inviati: number;
  /** People whose digest of that day had gone before. */
  gia_inviati: number;
  non_consegnati: number;
  senza_indirizzo: number;
}
