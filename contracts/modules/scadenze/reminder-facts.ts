import { REMINDERS_PATH } from './reminder-names.ts';

/**
 * Reasons why a reminder was not sent: refused for good (`respinto`); not sent for now and retried (`rimandato`); outcome unknown and not
 * sent again (`incerto`); no address (`senza_indirizzo`).
 */
export const FAILURES = ['respinto', 'rimandato', 'incerto', 'senza_indirizzo'] as const;
export type ReminderFailure = (typeof FAILURES)[number];

export const FAILURE_WORDS: Readonly<Record<ReminderFailure, string>> = {
  respinto: 'respinto',
  rimandato: 'non inviato',
  incerto: 'forse non arrivato',
  senza_indirizzo: 'senza indirizzo e-mail',
};

/** Returns the key of a reminder in the history: one person and one morning. Stream names end with it. */
export const reminderKey = (giorno: string, memberID: string): string => `${giorno}-${memberID}`;
export const reminderStream = (giorno: string, memberID: string): string => `${REMINDERS_PATH}-${reminderKey(giorno, memberID)}`;

/** A row of `GET api/scadenze/promemoria`: the last reminder of a person. */
export interface ReminderRow {
  /** YYYY-MM-DD */
  giorno: string;
  destinatario: string;
  nome: string | null;
  esito: 'inviato' | ReminderFailure;
  /** ISO instant. */
  quando: string;
  /** Number of due items in the reminder. */
  righe: number;
  /** Response of the mail server, or the action to take. */
  spiegazione: string | null;
}

/** Response of `POST api/scadenze/promemoria` after the run. */
export interface RemindersRun {
  /** Number of mails sent by this run. */
  inviati: number;
  /** Number of people whose reminder of that day had been sent before. */
  gia_inviati: number;
  non_consegnati: number;
  senza_indirizzo: number;
}
