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

/** Things about the same record keep their order; so do the arrivals of rentals, whose matricole follow the days they came. */
export function streamOf(entry: Entry): string {
  if ('document' in entry) return `macchinari-${entry.document.matricola}`;
  if ('carta' in entry) return `personale-${entry.carta.matricola}`;
  if ('noleggio' in entry) return entry.noleggio.fatto === 'registrato' ? 'noleggi' : `noleggi-${entry.noleggio.quale}`;
  // a day names what its site has by then
  if ('giornata' in entry) return `cantieri-${entry.giornata.cantiere}`;
  if ('tipo' in entry) return `tipi_documento-${entry.tipo.codice}`;
  const { register, key, values } = entry.command;
  if (register === 'cantieri_wbs' || register === 'cantieri_lavorazioni') return `cantieri-${String(values?.['commessa'])}`;
  if (register === 'manutMacchinari' || register === 'datiMacchina') return `macchinari-${String(key ?? values?.['matricola'])}`;
  return key === undefined ? `${register}-${entry.at.getTime()}` : `${register}-${key}`;
}
