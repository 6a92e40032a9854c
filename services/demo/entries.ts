import { weekdayOf, workday } from './workdays.ts';
import type { Renewal } from '../registers/documents.decider.ts';
import type { RecordCommand } from '#contracts/ports/dispatch.ts';
import type { Values } from '#contracts/core/define-register.ts';

/** One event in the demo firm's story: a command, an uploaded document, or an event of one of the other kinds below. */
export type Entry = { at: Date; utente: string } & (
  | { command: RecordCommand }
  | { document: { matricola: string; campo: string; titolo: string; righe: string[]; foto?: string; rinnovo?: RenewalEntry } }
  | { carta: CartaEntry }
  | { noleggio: NoleggioEntry }
  | { giornata: GiornataEntry }
  | { tipo: KindEntry }
  | { guasto: FaultEntry }
  | { ditta: FirmEntry }
);

/** Renewal of a document, with the new expiry. */
export type RenewalEntry = Renewal & { scadenza: string };

/** Change of a document kind. */
export interface KindEntry {
  soggetto: string;
  codice: string;
  valori: Values;
}

/** Upload of a worker's document. */
export interface CartaEntry {
  matricola: string;
  cognome: string;
  nome: string;
  campo: string;
  titolo: string;
  righe: string[];
  rinnovo?: RenewalEntry;
}

/** Production of a site on a day, with its lines. */
export interface GiornataEntry {
  cantiere: string;
  data: string;
  righe: Values[];
}

/** Event of a rental. `quale` is the rental's name in the demo, since numbers are given when it is loaded. Periods are counted from 1. */
export type NoleggioEntry = { quale: string } & NoleggioFact;

export type NoleggioFact =
  | { fatto: 'registrato' | 'modificato'; valori: Values }
  | { fatto: 'periodo' | 'periodo-finito'; periodo: number; valori: Values }
  | { fatto: 'documento'; campo: string; titolo: string; righe: string[] }
  | { fatto: 'contratto'; periodo: number; data_inizio: string; titolo: string; righe: string[] }
  | { fatto: 'foto'; data: string; numero: number; disegno: string };

/** Event of a fault. `quale` is the fault's name in the demo, since numbers are given when it is loaded. */
export type FaultEntry = { quale: string } & (
  { fatto: 'segnalato'; valori: Values; foto?: string } | { fatto: 'riparato'; valori: Values } | { fatto: 'chiuso' }
);

/** Event of a document of the firm itself, one for each kind. */
export type FirmEntry = { tipo: string } & (
  { fatto: 'registrato'; responsabile: string } | { fatto: 'rinnovato'; titolo: string; righe: string[]; rinnovo: RenewalEntry }
);

/** Length of a working day in minutes. */
const MINUTES = 570;
/** Minutes of Monday for the entries of each day of the weekend before it. */
const FIRST_HOURS = 60;

/**
 * Returns the instant of an entry on `date`: a plausible time of the working day, later for a larger `minuto`. Entries of a weekend move to
 * Monday and keep their order.
 */
export function to(date: string, minuto: number): Date {
  const weekday = weekdayOf(date);
  const minute = minuto % MINUTES;
  const inFirst = (minute * FIRST_HOURS) / MINUTES;
  const at =
    weekday === 6
      ? inFirst
      : weekday === 0
        ? FIRST_HOURS + inFirst
        : weekday === 1
          ? 2 * FIRST_HOURS + (minute * (MINUTES - 2 * FIRST_HOURS)) / MINUTES
          : minute;
  return new Date(Date.parse(`${workday(date)}T06:30:00Z`) + Math.round(at * 60_000));
}
