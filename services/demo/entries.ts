import type { Renewal } from '../registers/documents.decider.ts';
import type { RecordCommand } from '#contracts/ports/dispatch.ts';
import type { Values } from '#contracts/core/define-register.ts';

/** One thing that happened at the demo firm: a command, a document that was uploaded, a rental's or a day's. */
export type Entry = { at: Date; utente: string } & (
  | { command: RecordCommand }
  | { document: { matricola: string; campo: string; titolo: string; righe: string[]; foto?: string; rinnovo?: RenewalEntry } }
  | { carta: CartaEntry }
  | { noleggio: NoleggioEntry }
  | { giornata: GiornataEntry }
  | { tipo: KindEntry }
);

/** A document that renews the one before it: its own validity, beside its file. */
export type RenewalEntry = Renewal & { scadenza: string };

/** What is changed of a kind of document. */
export interface KindEntry {
  soggetto: string;
  codice: string;
  valori: Values;
}

/** A document of a worker. */
export interface CartaEntry {
  matricola: string;
  cognome: string;
  nome: string;
  campo: string;
  titolo: string;
  righe: string[];
  rinnovo?: RenewalEntry;
}

/** A day's production on a site, with its lines. */
export interface GiornataEntry {
  cantiere: string;
  data: string;
  righe: Values[];
}

/** What happened to a rental. `which` stands for it: number and matricola are given when it is loaded; periods are counted from 1. */
export type NoleggioEntry = { quale: string } & NoleggioFact;

export type NoleggioFact =
  | { fatto: 'registrato' | 'modificato'; valori: Values }
  | { fatto: 'periodo' | 'periodo-finito'; periodo: number; valori: Values }
  | { fatto: 'documento'; campo: string; titolo: string; righe: string[] }
  | { fatto: 'contratto'; periodo: number; data_inizio: string; titolo: string; righe: string[] }
  | { fatto: 'foto'; data: string; numero: number; disegno: string };

/** Makes what happens on `date` at a plausible hour of the working day. */
export function to(date: string, minuto: number): Date {
  return new Date(Date.parse(`${date}T06:30:00Z`) + (minuto % 570) * 60_000);
}
